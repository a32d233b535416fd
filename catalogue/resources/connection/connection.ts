import { way } from '@weft/kit/connections/way.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { z } from 'zod'

/** One signed-in system of a customer. What it is configured with is its connector's: its secrets go in and never come out. */
export const connection = defineResource({
  table: 'connections',
  path: 'connections',
  scope: 'project',
  fields: {
    label: z.string().trim().min(1).max(191),
    name: snakeName(63),
    description: z.string().trim().max(2_000).default(''),
    project_id: z.uuid().nullable().default(null),
    connector: z.string().trim().min(1).max(191),
    ...way.shape,
    settings: z.record(z.string(), z.unknown()).default({}),
    per_minute: z.int().min(1).max(100_000).nullable().default(null),
    active: z.boolean().default(true),
  },
  list: { columns: ['label', 'connector', 'project_id', 'active'], search: ['label', 'name'], sort: 'label' },
  form: [
    ['label', 'name'],
    ['description'],
    ['project_id'],
    ['reach', 'agent_id', 'tunnel_connection_id'],
    ['per_minute', 'active'],
  ],
  may: 'connections',
  labels: {
    one: { en: 'Connection', de: 'Verbindung' },
    many: { en: 'Connections', de: 'Verbindungen' },
    fields: {
      label: { en: 'Name', de: 'Name' },
      name: {
        label: { en: 'Technical name', de: 'Technischer Name' },
        help: {
          en: 'Workflows use the connection by this name, in every project the one that has it; it stays as it is.',
          de: 'Workflows verwenden die Verbindung über diesen Namen, in jedem Projekt die, die ihn hat; er bleibt, wie er ist.',
        },
      },
      description: { en: 'Description', de: 'Beschreibung' },
      project_id: {
        label: { en: 'Available to', de: 'Verfügbar für' },
        help: {
          en: 'One of the project goes before one of the same name for all projects.',
          de: 'Eine des Projekts geht einer gleichnamigen für alle Projekte vor.',
        },
      },
      per_minute: {
        label: { en: 'Requests a minute', de: 'Anfragen pro Minute' },
        help: {
          en: 'At most so many over HTTP, by all workflows and machines together, spread evenly. Empty: as fast as the system answers; what it asks for when it is busy is heeded always.',
          de: 'Höchstens so viele über HTTP, von allen Workflows und Maschinen zusammen, gleichmäßig verteilt. Leer: so schnell, wie das System antwortet; worum es bittet, wenn es ausgelastet ist, wird immer beachtet.',
        },
      },
      connector: { en: 'Connector', de: 'Connector' },
      reach: {
        label: { en: 'Reached', de: 'Erreicht' },
        help: {
          en: 'Systems behind a firewall are reached through an agent that runs there, or through an SSH tunnel or HTTP proxy.',
          de: 'Systeme hinter einer Firewall werden über einen Agenten erreicht, der dort läuft, oder über einen SSH-Tunnel oder HTTP-Proxy.',
        },
        options: {
          direct: { en: 'Directly', de: 'Direkt' },
          agent: { en: 'Through an agent', de: 'Über einen Agenten' },
          tunnel: { en: 'Through a tunnel connection', de: 'Über eine Tunnelverbindung' },
        },
      },
      agent_id: {
        label: { en: 'Agent', de: 'Agent' },
        help: {
          en: 'With any agent, another one takes over when one is away.',
          de: 'Bei einem beliebigen Agenten übernimmt ein anderer, wenn einer ausfällt.',
        },
      },
      tunnel_connection_id: {
        label: { en: 'Tunnel', de: 'Tunnel' },
        help: {
          en: 'A connection of the kind SSH tunnel or HTTP proxy.',
          de: 'Eine Verbindung der Art SSH-Tunnel oder HTTP-Proxy.',
        },
      },
      settings: { en: 'Settings', de: 'Einstellungen' },
      active: {
        label: { en: 'Active', de: 'Aktiv' },
        help: {
          en: 'A connection that is not active is neither used nor checked.',
          de: 'Eine Verbindung, die nicht aktiv ist, wird weder verwendet noch geprüft.',
        },
      },
    },
  },
})
