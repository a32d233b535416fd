import type { Tables } from '../database/tables.ts'

/**
 * Where a sealed value lies: its table, the tenant of the row (none where it belongs to no tenant), what tells the row from the
 * others of its tenant, and the column, with the path inside of JSON as in `value.password`. A value only opens where it was sealed.
 */
export type SecretPlace = { table: string; tenant_id: string | null; row: string; column: string }

/** A column in which secrets lie: as bytes, as base64 in text, or as base64 in any text inside of JSON. */
export type SealedColumn = {
  table: keyof Tables
  column: string
  type: 'bytea' | 'text' | 'jsonb'
  row: readonly string[]
  tenant: boolean
  /** The table whose row it was sealed for, where it has been taken along from there. */
  of?: keyof Tables
}

type Identity<C extends SealedColumn> = Record<
  C['row'][number] | (C['tenant'] extends true ? 'tenant_id' : never),
  string
>

/**
 * The place of a value of this column: `placeIn(sealedColumns.connection_password, { tenant_id, name })`. Inside of JSON the path
 * to the value goes with it. A row whose id the database would draw gets one before, by `randomUUID()`.
 */
export function placeIn<C extends SealedColumn>(
  column: C,
  row: Identity<C>,
  path: readonly string[] = [],
): SecretPlace {
  const values = row as Record<string, string>
  return {
    table: column.of ?? column.table,
    tenant_id: column.tenant ? values['tenant_id']! : null,
    row: column.row.map((name) => values[name]!).join('/'),
    column: [column.column, ...path].join('.'),
  }
}

/**
 * Every column of the control database that holds secrets. Whoever adds one writes it down here: that is how a change of the key
 * finds it (reseal.server.ts), and a test looks through the whole database for sealed values in any other column.
 */
export const sealedColumns = {
  key_check: { table: 'key_check', column: 'sealed', type: 'bytea', row: ['id'], tenant: false },
  server_password: { table: 'database_servers', column: 'password', type: 'bytea', row: ['id'], tenant: false },
  connection_password: { table: 'tenant_connections', column: 'password', type: 'bytea', row: ['name'], tenant: true },
  connection_new_password: {
    table: 'tenant_connections',
    column: 'new_password',
    type: 'bytea',
    row: ['name'],
    tenant: true,
  },
  move_password: { table: 'database_moves', column: 'target_password', type: 'bytea', row: ['id'], tenant: true },
  connection_secrets: { table: 'connections', column: 'secrets', type: 'bytea', row: ['id'], tenant: true },
  left_secrets: {
    table: 'left_captures',
    column: 'secrets',
    type: 'bytea',
    row: ['connection_id'],
    tenant: true,
    of: 'connections',
  },
  connection_tokens: {
    table: 'connection_tokens',
    column: 'tokens',
    type: 'bytea',
    row: ['connection_id'],
    tenant: true,
  },
  sign_in_verifier: { table: 'connection_sign_ins', column: 'verifier', type: 'bytea', row: ['state'], tenant: true },
  storage_server_password: { table: 'storage_servers', column: 'password', type: 'bytea', row: ['id'], tenant: false },
  storage_password: { table: 'tenant_storages', column: 'password', type: 'bytea', row: ['tenant_id'], tenant: true },
  mail_password: { table: 'mail_transports', column: 'password', type: 'text', row: ['project_id'], tenant: true },
  authenticator_secret: { table: 'authenticators', column: 'secret', type: 'bytea', row: ['user_id'], tenant: false },
  workflow_token: { table: 'workflow_tokens', column: 'token', type: 'bytea', row: ['id'], tenant: true },
  config_secret: { table: 'config_values', column: 'secret_value', type: 'bytea', row: ['id'], tenant: true },
  variable_secret: { table: 'variables', column: 'secret_value', type: 'bytea', row: ['id'], tenant: true },
  idempotent_answer: {
    table: 'idempotency_keys',
    column: 'answer',
    type: 'bytea',
    row: ['user_id', 'key'],
    tenant: false,
  },
  setting: { table: 'settings', column: 'value', type: 'jsonb', row: ['key'], tenant: false },
  plugin_settings: { table: 'plugins', column: 'settings', type: 'jsonb', row: ['id'], tenant: false },
  project_plugin_settings: {
    table: 'project_plugins',
    column: 'settings',
    type: 'jsonb',
    row: ['project_id', 'plugin_id'],
    tenant: true,
  },
  setup_input: { table: 'provisioning_runs', column: 'input', type: 'jsonb', row: ['id'], tenant: false },
  sftp_host_key: { table: 'installation', column: 'sftp_host_key', type: 'bytea', row: ['id'], tenant: false },
  setup_result: { table: 'provisioning_steps', column: 'result', type: 'jsonb', row: ['run_id', 'key'], tenant: false },
} as const satisfies Record<string, SealedColumn>
