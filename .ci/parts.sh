# Parts of a run with a share of its processor time each; sourced by .ci/run.
#
# Processor time is what is limited: a machine with other work takes longer by the clock, and refuses no good work for it.

LIMIT=40 # minutes of processor time for all parts together: the shares, and as much again for a slow hour
PATIENCE=60 # minutes by the clock, after which something must hang
spent=() # a line for each part so far
warnings=()

now() { echo "$SECONDS"; }

# used FILE: writes to FILE the seconds of processor time that all commands so far have taken; in this shell, not in another.
used() {
    times >"$1.times"
    awk 'NR == 2 { split($1, user, /[ms]/); split($2, kernel, /[ms]/)
                   print int(60 * user[1] + user[2] + 60 * kernel[1] + kernel[2]) }' "$1.times" >"$1"
}

# part NAME MINUTES COMMAND: runs COMMAND with bash, ends the run where it fails, and notes what it took.
#
# What still runs when PATIENCE is over hangs: it is ended with SIGABRT, so that Python's processes tell where they are.
# The trap keeps a shell around them: `timeout` sends its own child the signal twice, and the second one cuts a tale short.
part() {
    local name=$1 minutes=$2 command=$3 begun before seconds wall status=0 file
    file=$(mktemp)
    begun=$(now)
    used "$file"
    before=$(<"$file")
    echo "+ $command"
    timeout --signal=ABRT --kill-after=30 $((PATIENCE * 60 - begun + 1)) bash -e -c "trap : ABRT; $command" || status=$?
    used "$file"
    seconds=$(($(<"$file") - before))
    wall=$(($(now) - begun))
    rm -f "$file" "$file.times"
    spent+=("$(printf '%-16s %4d s of %4d, %4d s by the clock' "$name" "$seconds" $((minutes * 60)) "$wall")")
    if ((seconds > minutes * 60)); then
        warnings+=("warning: $name took $seconds s, more than its share of $((minutes * 60))")
    fi
    if ((status)); then
        summary >&2
        echo ".ci/run: $name $([ "$status" = 124 ] && echo "did not end within $PATIENCE minutes by the clock" || echo failed)" >&2
        exit "$status"
    fi
}

# beside COMMANDS: prints how a part runs COMMANDS in the background, until `wait_beside`, which shows what they printed and
# fails where they did.
beside() {
    cat <<-end
	log=\$(mktemp)
	($1) >"\$log" 2>&1 & other=\$!
	trap 'kill \$other 2>/dev/null || true; rm -f "\$log"' EXIT
	wait_beside() { local status=0; wait \$other || status=\$?; cat "\$log"; return \$status; }
	end
}

# summary: what each part took and which took more than its share.
summary() {
    printf '%s\n' "${spent[@]}" ${warnings[@]+"${warnings[@]}"}
}

# finish: the summary; fails where all parts together took too long.
finish() {
    local seconds wall file
    file=$(mktemp)
    used "$file"
    seconds=$(<"$file")
    rm -f "$file" "$file.times"
    wall=$(now)
    summary
    printf '%-16s %4d s of %4d, %4d s by the clock\n' "in all" "$seconds" $((LIMIT * 60)) "$wall"
    if ((seconds > LIMIT * 60)); then
        echo ".ci/run: more than $LIMIT minutes of processor time" >&2
        exit 1
    fi
    if ((wall > PATIENCE * 60)); then
        echo ".ci/run: more than $PATIENCE minutes by the clock" >&2
        exit 1
    fi
}
