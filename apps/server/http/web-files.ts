import statics from '@fastify/static'
import { NotFound } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'

const texts = defineMessages({
  unknownPath: { en: 'There is nothing at this address.', de: 'Unter dieser Adresse gibt es nichts.' },
})

/** The browser's files, open to everybody: hashed ones for ever, the others asked for anew; any other address is a page of the shell. */
export const webFiles =
  (root: string): FastifyPluginAsync =>
  async (app) => {
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: 'public' }
      route.schema = { ...route.schema, hide: true }
    })
    const setHeaders = (reply: { header(name: string, value: string): unknown }, path: string) =>
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    await app.register(statics, { root, serve: false, preCompressed: true, cacheControl: false, setHeaders })
    // Looked up when asked for, not listed at the start: the pages may be built again under a running server.
    app.get('/*', (request, reply) => {
      const { pathname } = new URL(request.url, 'http://any')
      if (pathname.startsWith('/api/')) throw new NotFound('NOT_FOUND', texts.unknownPath())
      const isFile = pathname.startsWith('/assets/') || /^\/[^/]+\.\w+$/.test(pathname)
      return reply.sendFile(isFile ? decodeURIComponent(pathname).slice(1) : 'index.html')
    })
  }
