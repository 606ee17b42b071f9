// A task network: the task that the agent does, which method it uses and why none before it, its steps and their progress;
// and the other tasks with their methods.

import type { Method, Task } from "../recording/descriptions";
import type { Shown } from "./panel";
import { Plan } from "./plan";

function MethodRow({ method, index, used }: { method: Method; index: number; used: number }) {
    const outcome = used < 0 ? "" : index < used ? "led to no plan" : index === used ? "is used" : "was not tried";
    return (
        <tr class={index === used ? "current" : ""}>
            <td class="number">{index + 1}</td>
            <td>{method.name || "–"}</td>
            <td>{method.when ? <code>{method.when}</code> : "always"}</td>
            <td>{method.does.join(", ") || "nothing"}</td>
            <td>{outcome}</td>
        </tr>
    );
}

function TaskTable({ task, used }: { task: Task; used: number }) {
    return (
        <table>
            <caption>{task.name}</caption>
            <thead>
                <tr><th class="number">method</th><th>name</th><th>when</th><th>does</th><th>outcome</th></tr>
            </thead>
            <tbody>{task.methods.map((method, i) => <MethodRow method={method} index={i} used={used} />)}</tbody>
        </table>
    );
}

export function TaskNetwork(shown: Shown) {
    const { model, agent, tick } = shown;
    const description = model.descriptions.of(agent, tick);
    const { plan } = model.states.now.at(agent, tick);
    const tasks = description?.kind === "htn" ? description.tasks : [];
    const current = plan ? tasks[plan.goal] : undefined;
    const others = tasks.filter((task) => task !== current);
    return (
        <>
            <Plan {...shown} />
            {current && <TaskTable task={current} used={plan!.method} />}
            {others.length > 0 && (
                <details class="fold" open={!current}>
                    <summary>{current ? "The other tasks" : "All tasks"}</summary>
                    {others.map((task) => <TaskTable task={task} used={-1} />)}
                </details>
            )}
        </>
    );
}
