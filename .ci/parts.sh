# Parts of a run with a share of its time each; sourced by .ci/run.

LIMIT=14 # minutes for all parts together
spent=() # a line for each part so far
warnings=()

now() { echo "$SECONDS"; }

# part NAME MINUTES COMMAND: runs COMMAND with bash, ends the run where it fails, and notes what it took.
part() {
    local name=$1 minutes=$2 command=$3 begun seconds status=0
    begun=$(now)
    echo "+ $command"
    bash -e -c "$command" || status=$?
    seconds=$(($(now) - begun))
    spent+=("$(printf '%-16s %4d s of %4d' "$name" "$seconds" $((minutes * 60)))")
    if ((seconds > minutes * 60)); then
        warnings+=("warning: $name took $seconds s, more than its share of $((minutes * 60))")
    fi
    if ((status)); then
        summary >&2
        echo ".ci/run: $name failed" >&2
        exit "$status"
    fi
}

# summary: what each part took and which took more than its share.
summary() {
    printf '%s\n' "${spent[@]}" ${warnings[@]+"${warnings[@]}"}
}

# finish: the summary; fails where all parts together took too long.
finish() {
    local seconds
    seconds=$(now)
    summary
    printf '%-16s %4d s of %4d\n' "in all" "$seconds" $((LIMIT * 60))
    if ((seconds > LIMIT * 60)); then
        echo ".ci/run: more than $LIMIT minutes" >&2
        exit 1
    fi
}
