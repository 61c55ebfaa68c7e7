/** Buttons of sign-in pages: providers whose accounts are accepted (GET /server_settings). */
import { useQuery } from '@tanstack/react-query';
import { desktop } from './desktop.ts';
import { request } from './request.ts';

export interface SignInMethod {
  name: string;
  label: string;
  /** Address of its picture; null = none. */
  icon: string | null;
  /** Address to open, below this server. */
  href: string;
}

/** @param query what the flow carries: `next`, `invitation`, `mobile_flow_otp`. */
export function useSignInMethods(query: Readonly<Record<string, string>>): SignInMethod[] {
  const settings = useQuery({
    queryKey: ['sign-in methods'],
    queryFn: ({ signal }) => request('GET', '/server_settings', {}, signal),
    staleTime: 60_000,
  });
  return (settings.data?.external_authentication_methods ?? []).map((method) => ({
    name: method.name,
    label: method.display_name,
    icon: method.display_icon,
    href: addressOf(method, query),
  }));
}

/** Providers refuse to sign anyone in within the window of an app: it goes on in the system's browser. */
function addressOf(method: { name: string; login_url: string }, query: Readonly<Record<string, string>>): string {
  if (desktop !== undefined)
    return `/chat/desktop-sign-in?${new URLSearchParams({ ...query, method: method.name.replace(/^oidc:/, '') })}`;
  const given = new URLSearchParams(query).toString();
  return given === '' ? method.login_url : `${method.login_url}?${given}`;
}
