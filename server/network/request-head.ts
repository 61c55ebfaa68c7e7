/** How much of a request may come before its body, on every port. */

/**
 * Bytes of address and headers together. Lists in the address are long: the 5000 ids that GET /messages takes (api-v1.md,
 * Limits) are 65 kB of it when their numbers are high.
 */
export const maxHeadBytes = 128 * 1024;
