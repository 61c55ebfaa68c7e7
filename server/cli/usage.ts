/** A command line that cannot be followed; the message is one clear line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
