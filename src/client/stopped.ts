/** Why work of ours ends. Without a reason each `abort` makes an error of its own, with its stack, at which nobody looks. */
export const stopped = new DOMException('stopped', 'AbortError');
