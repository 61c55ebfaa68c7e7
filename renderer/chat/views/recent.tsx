export function Recent() {
  return null;
}
