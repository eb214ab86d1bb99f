/** What requests to the subresources of pods, services and nodes say in their query, in the notation of `describeTypes`. */
export const optionTypes = `
PodAttachOptions kind | What a request to attach to a running process says in its query.
  1 stdin bool | Whether the client's input goes to the process.
  2 stdout bool | Whether the client gets what the process writes; yes when not given.
  3 stderr bool | Whether the client gets the errors that the process writes; yes when not given.
  4 tty bool | Whether the process has a terminal.
  5 container string | Which container; the only one when not given.
PodExecOptions kind | What a request to run a command in a container says in its query.
  1 stdin bool | Whether the client's input goes to the command.
  2 stdout bool | Whether the client gets what the command writes.
  3 stderr bool | Whether the client gets the errors that the command writes.
  4 tty bool | Whether the command gets a terminal.
  5 container string | The container to run it in; the only one when not given.
  6 command [string] always list=atomic | The command and its arguments, run without a shell.
PodLogOptions kind | What a request for a log says in its query.
  1 container string | Whose log; that of the only container when not given.
  2 follow bool | Whether to go on with what is written from now on.
  3 previous bool | Whether to show the log of the container before its last restart.
  4 sinceSeconds int64? | Show only what is at most this old.
  5 sinceTime time? | Show only what was written since then.
  6 timestamps bool | Whether each line begins with its time.
  7 tailLines int64? | How many lines to show, counted from the end.
  8 limitBytes int64? | How many bytes to show at most, roughly.
  9 insecureSkipTLSVerifyBackend bool | Whether to trust whatever answers in the place of the node.
  10 stream string? | Which stream to show: All, Stdout or Stderr.
PodPortForwardOptions kind | What a request to forward ports says in its query.
  1 ports [int32] list=atomic | The ports to forward; needed over WebSocket.
PodProxyOptions kind | What a request to a pod says in its query.
  1 path string | The path to ask the pod for.
NodeProxyOptions kind | What a request to a node says in its query.
  1 path string | The path to ask the node for.
ServiceProxyOptions kind | What a request to a service says in its query.
  1 path string | The path to ask the service for.
`;
