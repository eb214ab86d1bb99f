/** An object that a rule cannot convert. The message is a sentence for whoever asked for the object. */
export class ConversionRuleError extends Error {
  override name = 'ConversionRuleError';
}
