/** Sign-in errors of providers, in a sentence for the person and the console. */
export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal';
  /** What the library or the provider said, for owners; '' where the sentence says all. */
  readonly details: string;

  /** Of the provider's account, where it is known. */
  readonly email: string;

  constructor(message: string, details = '', email = '') {
    super(message);
    this.details = details;
    this.email = email;
  }
}
