/** A button for each provider whose accounts are accepted, above or below the form with the password. */
import { useSignInMethods } from '../../client/sign-in-methods.ts';
import { t } from '../../client/text.ts';

/** @param query what the sign-in carries through the provider. */
export function SignInMethods({ query = {} }: { query?: Readonly<Record<string, string>> }) {
  const methods = useSignInMethods(query);
  return methods.map(({ name, label, icon, href }) => (
    <a key={name} className="button entry-submit entry-method" href={href}>
      {icon !== null && <img src={icon} alt="" width={20} height={20} />}
      <span className="cut">{t('Continue with {{provider}}', { provider: label })}</span>
    </a>
  ));
}
