#!/usr/bin/env bash
# Ranks on three hosts: network namespaces of this machine, joined by a bridge, with an agent in place of ssh. The results
# are those of one process. Needs root and MPI; otherwise it is skipped.
set -eu
cd "$(dirname "$0")/.."
skip() {
    echo "skipped: $1"
    exit 0
}
[ -n "${PLOY:-}" ] || skip "the program was not built"
command -v mpirun >/dev/null && command -v ip >/dev/null && command -v sqlite3 >/dev/null || skip "no mpirun, ip or sqlite3"
nm -D --undefined-only "$PLOY" 2>/dev/null | grep -q MPI_Init_thread || skip "the program was built without MPI"
! nm "$PLOY" 2>/dev/null | grep -q __tsan_init || skip "MPI is not built for the thread sanitizer"

id=$$
work=$(mktemp -d)
hosts=(ploy-$id-1 ploy-$id-2 ploy-$id-3)
clean_up() {
    for host in "${hosts[@]}"; do ip netns del "$host" 2>/dev/null || true; done
    rm -rf "$work"
}
trap clean_up EXIT
ip netns add "${hosts[0]}" 2>/dev/null || skip "no right to make network namespaces"
for host in "${hosts[@]:1}"; do ip netns add "$host"; done
# The bridge is in the first namespace, so that nothing outside can be reached, and nothing here is changed.
ip -n "${hosts[0]}" link add br0 type bridge 2>/dev/null || skip "no bridge"
ip -n "${hosts[0]}" addr add 10.213.0.1/24 dev br0
for n in 2 3; do
    ip -n "${hosts[0]}" link add v$n type veth peer name eth0 netns "${hosts[$((n - 1))]}"
    ip -n "${hosts[0]}" link set v$n master br0 up
    ip -n "${hosts[$((n - 1))]}" addr add 10.213.0.$n/24 dev eth0
    ip -n "${hosts[$((n - 1))]}" link set eth0 up
done
ip -n "${hosts[0]}" link set br0 up
for host in "${hosts[@]}"; do ip -n "$host" link set lo up; done

# In place of ssh: the host's address says its namespace. Each has its own host name, as machines have.
cat >"$work/agent" <<AGENT
#!/bin/sh
for word; do
    case \$word in 10.213.0.*) host=ploy-$id-\${word##*.}; break ;; esac
    shift
done
shift
exec ip netns exec "\$host" unshare --uts sh -c 'hostname "\$1"; shift; exec sh -c "\$*"' sh "\$host" "\$@"
AGENT
chmod +x "$work/agent"
sed 's/^  <test.*//; s/^  <robin.*/  <test mode="ctf" maps="1 2" first="goap+squad" second="fsm" matches="6" seconds="6"\/>/' \
    experiments/tiny.xml >"$work/small.xml"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ASAN_OPTIONS=detect_leaks=0
"$PLOY" experiment "$work/small.xml" --out "$work/one" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
on_hosts() {
    ip netns exec "${hosts[0]}" timeout 120 mpirun --mca plm_rsh_agent "$work/agent" --mca oob_tcp_if_include 10.213.0.0/24 \
        --mca btl self,tcp --mca btl_tcp_if_include 10.213.0.0/24 --mca plm_rsh_no_tree_spawn 1 --oversubscribe \
        --host 10.213.0.1:1,10.213.0.2:2,10.213.0.3:2 -n 5 --map-by node "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}
on_hosts hostname
[ "$(sort -u "$work/log" | wc -l)" -eq 3 ] || { echo "not three hosts:" >&2; cat "$work/log" >&2; exit 1; }
on_hosts "$PLOY" experiment "$work/small.xml" --out "$work/many"
grep "ranks played" "$work/log"
dump() { sqlite3 "$work/$1/results.sqlite" ".dump about match side agent used" | sort; }
diff <(dump one) <(dump many) >/dev/null || { echo "other results on three hosts" >&2; exit 1; }
echo "three hosts, one database"
