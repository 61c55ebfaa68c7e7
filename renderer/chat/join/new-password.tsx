export function NewPassword(_: { linkKey: string }) {
  return null;
}
