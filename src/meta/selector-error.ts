/** A selector that cannot be understood. The message is the whole text of the 400 reply. */
export class SelectorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SelectorError';
  }
}
