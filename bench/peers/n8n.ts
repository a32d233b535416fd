import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { aServer, flows, installed, type Flow, type Peer, type PeerSetup } from './peer.ts'

/** On PostgreSQL, with executions saved as it does unless told otherwise. */
export const n8n: Peer = {
  name: 'n8n',
  get version() {
    const manifest = path.join(folder(), 'node_modules/n8n/package.json')
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  },
  async start(setup) {
    const port = await freePort()
    const env = environmentOf(port, setup)
    const command = [process.execPath, path.join(folder(), 'node_modules/n8n/bin/n8n')]
    const run = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync(command[0]!, [command[1]!, ...words], {
        env: { ...process.env, ...env },
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`n8n ${words.join(' ')}: ${(stdout + stderr).slice(-1_000)}`)
    }
    const at = (name: string, value: object) => {
      const file = path.join(setup.folder, name)
      writeFileSync(file, JSON.stringify(value))
      return file
    }
    mkdirSync(setup.folder, { recursive: true })
    run('import:credentials', `--input=${at('credentials.json', [credentialsOf(setup)])}`)
    run(
      'import:workflow',
      `--input=${at(
        'workflows.json',
        flows.map((flow) => workflowOf(flow, setup)),
      )}`,
    )
    for (const flow of flows) run('publish:workflow', `--id=${idOf(flow)}`)
    const url = `http://127.0.0.1:${port}`
    const server = await aServer({
      command: [...command, 'start'],
      cwd: folder(),
      env,
      ready: `${url}/healthz/readiness`,
    })
    return {
      ...server,
      urls: Object.fromEntries(flows.map((flow) => [flow, `${url}/webhook/${flow}`])) as Record<Flow, string>,
    }
  },
}

/** A library for spreadsheets, which nothing here uses, comes from npm instead of from its maker's server. */
const folder = () => installed('n8n', ['n8n'], { xlsx: '0.18.5' })
const idOf = (flow: Flow) => `Bench${flow.replace('_', '')}00000`.slice(0, 16)

const environmentOf = (port: number, { folder, own }: PeerSetup): Record<string, string> => ({
  N8N_PORT: String(port),
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_USER_FOLDER: folder,
  N8N_ENCRYPTION_KEY: 'of-a-bench-only',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  DB_TYPE: 'postgresdb',
  DB_POSTGRESDB_HOST: own.hostname,
  DB_POSTGRESDB_PORT: own.port,
  DB_POSTGRESDB_USER: own.username,
  DB_POSTGRESDB_PASSWORD: own.password,
  DB_POSTGRESDB_DATABASE: own.pathname.slice(1),
})

const credentialsOf = ({ marks }: PeerSetup) => ({
  id: 'BenchMarks000000',
  name: 'Marks',
  type: 'postgres',
  data: {
    ...{ host: marks.hostname, port: Number(marks.port), user: marks.username, password: marks.password },
    ...{ database: marks.pathname.slice(1), ssl: 'disable' },
  },
})

type Node = { name: string; type: string; typeVersion: number; parameters: object; credentials?: object }

function workflowOf(flow: Flow, { shop }: PeerSetup) {
  const webhook: Node = {
    name: 'Webhook',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    parameters: { httpMethod: 'POST', path: flow, responseMode: flow === 'at_end' ? 'lastNode' : 'onReceived' },
  }
  const set: Node = {
    name: 'Set',
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: {
      assignments: { assignments: [{ id: 'a', name: 'channel', value: 'shop', type: 'string' }] },
      includeOtherFields: true,
    },
  }
  const insert = (id: string): Node => ({
    name: 'Insert',
    type: 'n8n-nodes-base.postgres',
    typeVersion: 2.5,
    parameters: {
      schema: { __rl: true, mode: 'list', value: 'public' },
      table: { __rl: true, mode: 'list', value: 'marks' },
      columns: {
        mappingMode: 'defineBelow',
        value: { id: `={{ ${id} }}` },
        matchingColumns: [],
        schema: [{ id: 'id', displayName: 'id', required: true, display: true, type: 'number' }],
      },
      options: {},
    },
    credentials: { postgres: { id: 'BenchMarks000000', name: 'Marks' } },
  })
  const ask = (milliseconds: number, of: string): Node => ({
    name: 'Ask',
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    parameters: { url: `=${shop}/${milliseconds}/{{ ${of} }}`, options: {} },
  })
  const split: Node = {
    name: 'Split',
    type: 'n8n-nodes-base.splitOut',
    typeVersion: 1,
    parameters: { fieldToSplitOut: 'body.ids', options: {} },
  }
  const lines: Record<Flow, Node[]> = {
    now: [set],
    at_end: [set],
    write: [insert('$json.body.id')],
    wait: [ask(1_000, '$json.body.id'), insert('$json.id')],
    ask_all: [split, ask(50, "$json['body.ids']"), insert('$json.id')],
  }
  const nodes = [webhook, ...lines[flow]]
  return {
    id: idOf(flow),
    name: flow,
    active: false,
    settings: { executionOrder: 'v1' },
    nodes: nodes.map((node, i) => ({
      ...node,
      id: `${flow}-${i}`,
      webhookId: i === 0 ? flow : undefined,
      position: [i * 220, 0],
    })),
    connections: Object.fromEntries(
      nodes.slice(1).map((node, i) => [nodes[i]!.name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }]),
    ),
  }
}
