/** A reader of the data that remembers nothing: what it gives is what everything remembered has to be. */
import type { Reader } from '../storage/database.ts';

export function forgetful(db: Reader): Reader {
  return {
    all: (sql, ...params) => db.all(sql, ...params),
    get: (sql, ...params) => db.get(sql, ...params),
    remember: (_key, make) => make(),
    rememberUntil: (_name, make) => make(),
    grow: (_key, work) => work(),
    version: (...names) => db.version(...names),
    rememberRows: (rows, { make }) => new Map(make(rows)),
  };
}
