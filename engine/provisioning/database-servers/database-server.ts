/** A database with the one login that may use it. */
export type Owned = { database: string; username: string; password: string }

/** Where databases of tenants are created, reached with its administrator's login. Each verb may be repeated at any time. */
export type DatabaseServer = {
  /** Finds or creates the database and its login; the login owns this database and reaches no other. */
  create(owned: Owned): Promise<void>
  drop(owned: Pick<Owned, 'database' | 'username'>): Promise<void>
  setPassword(owned: Pick<Owned, 'username' | 'password'>): Promise<void>
  health(): Promise<ServerHealth>
  /** What the server calls itself; throws when it cannot be reached. */
  version(): Promise<string>
}

/** One that also keeps records, which users ask with SQL of their own and which move from server to server. */
export type RecordServer = DatabaseServer & {
  /** Finds or creates the login of users' own SQL beside the database's; it owns nothing and goes with the database. */
  createQueryLogin(owned: Owned): Promise<void>
  /** From now on the login can read only; whoever is connected is cut. */
  freeze(owned: Pick<Owned, 'database' | 'username'>): Promise<void>
  thaw(owned: Pick<Owned, 'database' | 'username'>): Promise<void>
}

/** What a server says of itself. Databases of others on it count, too. */
type ServerHealth = {
  version: string
  bytes: number
  connections: number | null
  connections_most: number | null
  /** Whether a login reaches no database but its own. */ separates_users: boolean
}

export type Administrator = { host: string; port: number; username: string; password: string; embedded: boolean }
