/** Why a patch was refused. The class tells whose fault it is; the message is for the client, unless said otherwise. */
export class PatchError extends Error {
  override name = 'PatchError';
}

/** The patch is no patch of its kind: a bad request. */
export class MalformedPatchError extends PatchError {
  override name = 'MalformedPatchError';
}

/** More operations than are allowed: the request is too large. */
export class TooManyOperationsError extends PatchError {
  override name = 'TooManyOperationsError';
}

/** A patch that does not fit this document. Kubernetes does not show the message to its clients, only a general one. */
export class PatchDoesNotApplyError extends PatchError {
  override name = 'PatchDoesNotApplyError';
}

/** The parent of what an operation of a JSON patch names does not exist. */
export class MissingParentError extends PatchDoesNotApplyError {
  override name = 'MissingParentError';
}

/** A JSON patch says what must be there, and it is not. */
export class PatchTestFailedError extends PatchDoesNotApplyError {
  override name = 'PatchTestFailedError';
}

/** A strategic merge that cannot be done as told. Kubernetes answers these as its own failure, with the message. */
export class StrategicMergeError extends PatchError {
  override name = 'StrategicMergeError';
}
