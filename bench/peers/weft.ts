import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { flows, type Flow, type Peer, type PeerSetup } from './peer.ts'

const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8')) as { version: string }

export const weft: Peer = {
  name: 'Weft',
  version,
  async start(setup) {
    const { own, marks } = setup
    const environment = { WEFT_HOME: setup.folder, DATABASE_URL: own.href }
    const product = await startProduct({ environment })
    const { admin, user } = await aTenantOn(product, 'Peers')
    await admin.put('settings/egress', { allow: [{ host: '127.0.0.1' }] })
    await admin.put('settings/requests', { webhook_per_minute: 0, api_per_minute: 1_000_000 })
    await user.post('connections', {
      label: 'Marks',
      name: 'marks',
      connector: 'postgres',
      settings: {
        ...{ host: marks.hostname, port: Number(marks.port), user: marks.username, password: marks.password },
        ...{ database: marks.pathname.slice(1), encryption: 'none' },
      },
    })
    await sleep(12_000) // the list of what is allowed is read anew within ten seconds
    const path = async (flow: Flow) => {
      const label = `Flow${flow.replace('_', '')}`
      const source = sourceOf(label, flow, setup)
      const { id } = await user.post('workflows', { label, class_name: label, concurrency_limit: 100, source })
      await user.post(`workflows/${id}/publish`, { published: true, active: true })
      return (await user.post('workflow_tokens', { workflow_id: id, name: 'Bench' })).path as string
    }
    const urls = {} as Record<Flow, string>
    for (const flow of flows) urls[flow] = product.url + (await path(flow))
    return {
      urls,
      async crash() {
        const { pid } = product.supervisor
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
        for (const one of [pid!, ...children]) process.kill(one, 'SIGKILL')
        await product.restart()
      },
      stop: () => product.stop(),
    }
  },
}

const steps: Record<Flow, (setup: PeerSetup) => string[]> = {
  now: () => ['set_fields, settings: { fields: [{ field: channel, value: shop }] }'],
  at_end: () => ['set_fields, settings: { fields: [{ field: channel, value: shop }] }'],
  write: () => [write],
  wait: ({ shop }) => [`http_request, settings: { url: "${shop}/1000/{{ id }}" }`, write],
  ask_all: ({ shop }) => [
    'split_list, settings: { list: ids }',
    `http_request, settings: { url: "${shop}/50/{{ item }}" }`,
    write,
  ],
}
const write = 'connector_write, settings: { connection: marks, table: marks, mode: insert, exactly_once: true }'

function sourceOf(label: string, flow: Flow, setup: PeerSetup) {
  const elements = [`webhook, settings: { answer: ${flow === 'at_end' ? 'at_end' : 'now'} }`, ...steps[flow](setup)]
  const edges = elements.slice(1).map((_, i) => `  - { from: s${i}.out, to: s${i + 1}.in }`)
  return [
    'weft: 1',
    `label: ${label}`,
    'steps:',
    ...elements.map((one, i) => `  - { id: s${i}, element: ${one} }`),
    'edges:',
    ...edges,
    '',
  ].join('\n')
}
