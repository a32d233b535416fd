import type { Readable } from 'node:stream'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { HttpAnswer } from '@weft/kit/define/step-context.ts'
import { longestAnswer, statusError, unreadable, xmlOf } from '@weft/kit/files/http-files.server.ts'
import { pathParts } from '@weft/kit/files/remote-path.ts'
import type { z } from 'zod'
import { describedIn, propfind, type Described } from './multistatus.ts'
import type { webdav } from './webdav.ts'

export type Settings = z.output<typeof webdav.settings>

/** A way below the folder of the connection, each name as it is. */
export type Names = readonly string[]

/** What can be asked of the server. */
export function requestsTo({ url, auth, user, secret, ca, folder }: Settings, reach: Reach) {
  const base = new URL(url)
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}`
  const signIn: Record<string, string> =
    auth === 'basic'
      ? { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` }
      : auth === 'bearer'
        ? { authorization: `Bearer ${secret}` }
        : {}

  const tls = ca !== '' && { tls: { ca } }

  /** Folders end with a slash: servers send whoever asks without it elsewhere. */
  const addressOf = (names: Names, kind: 'file' | 'folder') =>
    [root, ...[...pathParts(folder), ...names].map(encodeURIComponent)].join('/') + (kind === 'folder' ? '/' : '')

  const ask = (
    method: string,
    address: string,
    more: { headers?: Record<string, string>; body?: string; tries?: number } = {},
  ): Promise<HttpAnswer> =>
    reach.http({
      method,
      url: address,
      ...more,
      ...tls,
      headers: { ...signIn, ...more.headers },
      timeout_ms: 60_000,
      max_bytes: longestAnswer,
    })

  return {
    host: base.host,
    addressOf,
    ask,

    /** What stands there, and with `depth` 1 what lies in it; undefined where nothing does. */
    async describe(names: Names, depth: '0' | '1', kind: 'file' | 'folder'): Promise<Described[] | undefined> {
      const answer = await ask('PROPFIND', addressOf(names, kind), {
        headers: { depth, 'content-type': 'application/xml' },
        body: propfind,
      })
      if (answer.status === 404 || answer.status === 410) return undefined
      if (answer.status !== 207) throw statusError(base.host, names.join('/'), answer.status)
      try {
        return describedIn(xmlOf(base.host, answer.body))
      } catch (cause) {
        throw unreadable(base.host, cause)
      }
    },

    send: (method: 'GET' | 'PUT', names: Names, headers: Record<string, string>, body?: Readable | Uint8Array) =>
      reach.transfer({
        method,
        url: addressOf(names, 'file'),
        // Nothing is packed on the way, so that a byte is the byte of the file.
        headers: { ...signIn, 'accept-encoding': 'identity', ...headers },
        ...(body && { body }),
        ...tls,
      }),
  }
}

export type Requests = ReturnType<typeof requestsTo>
