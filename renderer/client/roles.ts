/** The five roles of the API, by number, in a person's words. */
export const roleNames: Record<number, string> = {
  100: 'Owner',
  200: 'Administrator',
  300: 'Moderator',
  400: 'Member',
  600: 'Guest',
};

/** The ends of the scale: the lower the number, the more somebody may do. */
export const ownerRole = 100;
export const guestRole = 600;

/** The two roles that run the organization. */
export const isAdministrator = (role: number): boolean => role <= 200;
