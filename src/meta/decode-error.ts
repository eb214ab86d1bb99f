/** A decoding failure in the words of the real decoder, before it is wrapped for the client. */
export class DecodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DecodeError';
  }
}
