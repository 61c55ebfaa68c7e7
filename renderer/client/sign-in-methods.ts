/** Buttons of sign-in pages: providers whose accounts are accepted (GET /server_settings). */
import { useQuery } from '@tanstack/react-query';
import { request } from './request.ts';

export interface SignInMethod {
  name: string;
  label: string;
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
  const given = new URLSearchParams(query).toString();
  return (settings.data?.external_authentication_methods ?? []).map(({ name, display_name, login_url }) => ({
    name,
    label: display_name,
    href: given === '' ? login_url : `${login_url}?${given}`,
  }));
}
