/** What this server says it is. Clients decide by the feature level which calls they may make. */

/** The newest feature level that is spoken. */
export const featureLevel = 417;

/** Clients read a release number and a commit here: the release whose feature level ours is, and none of its commits. */
export const releaseName = '11.0';
export const mergeBase = '11.0';

/** In every answer of registration and of GET /server_settings. */
export const versionWire = {
  zulip_feature_level: featureLevel,
  zulip_version: releaseName,
  zulip_merge_base: mergeBase,
};
