/** Accounts elsewhere that a profile field can hold without a pattern of its own (contract: realm_default_external_accounts). */

export interface ExternalAccount {
  /** What the field is called when no one calls it otherwise. */
  name: string;
  text: string;
  hint: string;
  /** The address of an account; %(username)s stands for what people fill in. */
  url_pattern: string;
}

const account = (text: string, url_pattern: string, hint = `Your ${text} user name`): ExternalAccount => ({
  name: `${text} user name`,
  text,
  hint,
  url_pattern,
});

/** By the subtype that `field_data` names. */
export const externalAccounts: Readonly<Record<string, ExternalAccount>> = {
  bluesky: account('Bluesky', 'https://bsky.app/profile/%(username)s', 'Such as name.bsky.social'),
  codeberg: account('Codeberg', 'https://codeberg.org/%(username)s'),
  github: account('GitHub', 'https://github.com/%(username)s'),
  gitlab: account('GitLab', 'https://gitlab.com/%(username)s'),
  linkedin: account('LinkedIn', 'https://www.linkedin.com/in/%(username)s'),
  mastodon: account('Mastodon', 'https://mastodon.social/@%(username)s', 'Of mastodon.social, without the @'),
  twitter: account('X', 'https://x.com/%(username)s', 'Without the @'),
};
