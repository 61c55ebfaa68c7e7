export function Join(_: { invitation: string | undefined; organization: string }) {
  return null;
}
