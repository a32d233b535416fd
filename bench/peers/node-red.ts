import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { aServer, flows, installed, type Flow, type Peer, type PeerSetup } from './peer.ts'

type Node = { id: string; type: string; z: string; wires: string[][]; [setting: string]: unknown }

/** Function nodes with `pg`, which asks for less than a node of the community would. */
export const nodeRed: Peer = {
  name: 'Node-RED',
  get version() {
    const manifest = path.join(folder(), 'node_modules/node-red/package.json')
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  },
  async start(setup) {
    const port = await freePort()
    const home = path.join(setup.folder, 'node-red')
    mkdirSync(home, { recursive: true })
    writeFileSync(path.join(home, 'settings.js'), settingsOf(port, setup))
    writeFileSync(path.join(home, 'flows.json'), JSON.stringify(nodesOf(setup)))
    const url = `http://127.0.0.1:${port}`
    const command = [process.execPath, path.join(folder(), 'node_modules/node-red/red.js'), '--userDir', home]
    const server = await aServer({ command, cwd: folder(), env: {}, ready: `${url}/diagnostics` })
    return {
      ...server,
      urls: Object.fromEntries(flows.map((flow) => [flow, `${url}/${flow}`])) as Record<Flow, string>,
    }
  },
}

const folder = () => installed('node-red', ['node-red', 'pg'])

const settingsOf = (port: number, { marks }: PeerSetup) => `
const { Pool } = require(${JSON.stringify(path.join(folder(), 'node_modules/pg'))})
module.exports = {
  uiPort: ${port}, uiHost: '127.0.0.1', flowFile: 'flows.json', credentialSecret: false,
  functionGlobalContext: { pool: new Pool({ connectionString: ${JSON.stringify(marks.href)}, max: 10 }) },
  logging: { console: { level: 'warn' } },
}
`

function nodesOf({ shop }: PeerSetup): object[] {
  const set = { type: 'function', func: `msg.payload.channel = 'shop'\nreturn msg` }
  const answer = { type: 'http response', statusCode: '200' }
  const insert = {
    type: 'function',
    func: `await global.get('pool').query('insert into marks (id) values ($1)', [msg.payload.id])\nreturn null`,
  }
  const first = { type: 'function', func: 'msg.payload = msg.payload[0]\nreturn msg' }
  const ask = (milliseconds: number, of: string) => [
    { type: 'function', func: `msg.url = '${shop}/${milliseconds}/' + ${of}\nreturn msg` },
    { type: 'http request', method: 'GET', ret: 'obj', url: '' },
    first,
  ]
  const lines: Record<Flow, object[]> = {
    now: [set],
    at_end: [set, answer],
    write: [insert],
    wait: [...ask(1_000, 'msg.payload.id'), insert],
    ask_all: [
      { type: 'function', func: 'msg.payload = msg.payload.ids\nreturn msg' },
      { type: 'split', splt: '\\n', arraySplt: 1, arraySpltType: 'len', spltType: 'str' },
      ...ask(50, 'msg.payload'),
      insert,
    ],
  }
  return [{ id: 'tab', type: 'tab', label: 'Bench' }, ...flows.flatMap((flow) => lineOf(flow, lines[flow], answer))]
}

/** Nodes one behind the other; who answers at once does so beside them. */
function lineOf(flow: Flow, line: object[], answer: object): Node[] {
  const id = (i: number) => `${flow}${i}`
  const nodes = [{ type: 'http in', url: `/${flow}`, method: 'post' }, ...line].map((node, i): Node => ({
    type: '',
    ...node,
    id: id(i),
    z: 'tab',
    wires: [i < line.length ? [id(i + 1)] : []],
  }))
  if (flow === 'at_end') return nodes
  nodes[0]!.wires[0]!.push(`${flow}answer`)
  return [...nodes, { type: '', ...answer, id: `${flow}answer`, z: 'tab', wires: [] }]
}
