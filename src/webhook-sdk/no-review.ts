/** What was sent is not what this webhook answers. */
export class NoReview extends TypeError {
  override name = 'NoReview';
}
