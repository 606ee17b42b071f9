// Ticks trees in BehaviorTree.CPP 4 and prints every start, tick, end and halt of their leaves. bench/btcpp.sh compares
// that with what Ploy does.
//   btcpp FOLDER COUNT     FOLDER has 1.xml, 1.keys, 2.xml, 2.keys, …
// A line of N.keys is a tick: the keys that change before it, as NAME=VALUE.

#include <behaviortree_cpp/bt_factory.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "base/hash.h"

namespace
{
std::string logged;
uint64_t seed, tick_number;

void note(char what, int id)
{
    logged += what + std::to_string(id) + " ";
}

// As the leaves of tests/mind/test_mind_bt_random.c.
BT::NodeStatus answer(int id)
{
    using S = BT::NodeStatus;
    static const S likely[] = {S::RUNNING, S::RUNNING, S::SUCCESS, S::SUCCESS, S::FAILURE};
    uint64_t hash = pl_hash_join(tick_number, uint64_t(id) << 32 | logged.size());
    return likely[pl_hash_join(seed, hash) % 5];
}

class Do : public BT::StatefulActionNode
{
public:
    using StatefulActionNode::StatefulActionNode;
    static BT::PortsList providedPorts()
    {
        return {BT::InputPort<int>("id")};
    }
    BT::NodeStatus onStart() override
    {
        return run('S');
    }
    BT::NodeStatus onRunning() override
    {
        return run('P');
    }
    void onHalted() override
    {
        note('H', getInput<int>("id").value());
    }

private:
    BT::NodeStatus run(char what)
    {
        int id = getInput<int>("id").value();
        note(what, id);
        BT::NodeStatus outcome = answer(id);
        if (outcome != BT::NodeStatus::RUNNING) note('F', id);
        return outcome;
    }
};

BT::NodeStatus verdict(bool holds)
{
    return holds ? BT::NodeStatus::SUCCESS : BT::NodeStatus::FAILURE;
}

BT::NodeStatus ask(BT::TreeNode& node)
{
    int id = node.getInput<int>("id").value();
    note('C', id);
    return verdict(answer(id) == BT::NodeStatus::SUCCESS);
}

BT::NodeStatus is(BT::TreeNode& node)
{
    return verdict(node.getInput<bool>("value").value());
}

BT::NodeStatus least(BT::TreeNode& node)
{
    return verdict(node.getInput<int>("value").value() >= node.getInput<int>("least").value());
}

BT::NodeStatus same(BT::TreeNode& node)
{
    return verdict(node.getInput<std::string>("value").value() == node.getInput<std::string>("text").value());
}

// The type of a key is its first letter.
void set(const BT::Blackboard::Ptr& blackboard, const std::string& name, const std::string& value)
{
    switch (name[0]) {
    case 'k':
        blackboard->set(name, std::stoi(value));
        break;
    case 'b':
        blackboard->set(name, value == "1");
        break;
    case 'd':
        blackboard->set(name, std::stod(value));
        break;
    default:
        blackboard->set(name, value);
        break;
    }
}

void run_case(const std::string& path)
{
    BT::BehaviorTreeFactory factory;
    factory.registerNodeType<Do>("Do");
    factory.registerSimpleCondition("Ask", ask, {BT::InputPort<int>("id")});
    factory.registerSimpleCondition("Is", is, {BT::InputPort<bool>("value")});
    factory.registerSimpleCondition("Same", same,
                                    {BT::InputPort<std::string>("value"), BT::InputPort<std::string>("text")});
    factory.registerSimpleCondition("Least", least, {BT::InputPort<int>("value"), BT::InputPort<int>("least")});
    auto blackboard = BT::Blackboard::create();
    for (int i = 0; i < 4; ++i) {
        for (const char* type : {"k", "b", "d"}) set(blackboard, type + std::to_string(i), "0");
        set(blackboard, "s" + std::to_string(i), "v0");
    }
    auto tree = factory.createTreeFromFile(path + ".xml", blackboard);
    for (const auto& subtree : tree.subtrees) set(subtree->blackboard, "_p", "v0");
    std::ifstream keys(path + ".keys");
    std::string line;
    for (tick_number = 0; std::getline(keys, line); ++tick_number) {
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            size_t equals = word.find('=');
            set(blackboard, word.substr(0, equals), word.substr(equals + 1));
        }
        logged.clear();
        BT::NodeStatus status = tree.tickOnce();
        std::cout << logged << BT::toStr(status) << "\n";
    }
}
} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) return 2;
    int count = std::atoi(argv[2]);
    for (int i = 1; i <= count; ++i) {
        seed = uint64_t(i);
        std::cout << "case " << i << "\n";
        try {
            run_case(std::string(argv[1]) + "/" + std::to_string(i));
        } catch (const std::exception& error) {
            std::cout << "exception: " << error.what() << "\n";
        }
    }
}
