import { createHash } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { notFound } from '../errors/common.ts'
import { environment } from '../env/environment.server.ts'
import { createLog } from '../log/log.server.ts'
import { trustedProxies } from './caller-address.server.ts'
import { describeSchemas, descriptionOf } from './api-description.server.ts'
import { openReference } from './api-reference.server.ts'
import { answerErrors } from './errors.server.ts'
import { readNumbersExactly } from './exact-numbers.server.ts'
import { languageOf } from './request.server.ts'
import { refuseAddress, refuseConnection } from './unreadable-requests.server.ts'

type Opening = {
  version: string
  logLevel?: string
  perMinute?: () => Promise<number>
  /** Whether the reference of the calls is to be found. */ docs?: () => Promise<boolean>
  logTo?: { write(line: string): void }
  /** Whose word on a caller's address counts. */ proxies?: string[]
  /** Browsers come by HTTPS only. */ hsts?: boolean
}

/** An empty HTTP application with the product's rules: schemas by zod, errors in two languages, strict headers, OpenAPI at /api/docs. */
export async function createApp({
  version,
  logLevel = 'warn',
  perMinute = async () => 600,
  docs = async () => true,
  logTo,
  proxies = environment().WEFT_TRUST_PROXY,
  hsts = environment().WEFT_HSTS,
}: Opening): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: createLog({ level: logLevel, to: logTo }) as FastifyBaseLogger,
    bodyLimit: 4 * 1024 * 1024,
    trustProxy: trustedProxies(proxies),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
  })
  readNumbersExactly(app)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('language', 'de')
  app.addHook('onRequest', async (request) => {
    request.language = languageOf(request)
  })
  answerErrors(app)
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: hsts,
  })
  await app.register(compress, { global: true, threshold: 1024 })
  await limitRequests(app, perMinute)
  await app.register(multipart)
  const description = descriptionOf(version)
  const reference = openReference(description)
  await app.register(swagger, {
    openapi: description,
    transform: reference.describe,
    transformObject: describeSchemas,
  })
  // The reference is for everybody: what stands before every other route lets it through.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, scope: 'public' }
  })
  app.addHook('onRoute', askOnlyWhatIsKnown)
  app.addHook('onRoute', reference.hear)
  app.decorate('routeUrls', reference.urls)
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiHooks: {
      onRequest: (_request, _reply, done) => void docs().then((open) => done(open ? undefined : notFound()), done),
      async preHandler(request, reply) {
        const document = reference.at(app, request.routeOptions.url ?? '')
        if (document) return reply.type(document.type).send(await document.text)
      },
    },
  })
  return app
}

/** A query nobody reads would be a filter that does not filter: each route says what may be asked, and nothing else is answered. */
function askOnlyWhatIsKnown(route: RouteOptions) {
  if (!route.url.startsWith('/api/') || route.url.startsWith('/api/docs')) return
  const asked = route.schema?.querystring ?? z.object({})
  const isOpen = asked instanceof z.ZodObject && asked.def.catchall === undefined
  route.schema = { ...route.schema, querystring: isOpen ? asked.strict() : asked }
}

/** Ten sessions may well share an address; a thousand are no office any more. Holds for whoever makes up tokens as well. */
const addressShare = 20

/** So many calls a minute for each session, and a multiple of it for each address. Routes may set a narrower limit of their own. */
async function limitRequests(app: FastifyInstance, perMinute: () => Promise<number>) {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    // Where nobody is signed in yet the address counts: a made-up token would be a new session each time.
    keyGenerator: ({ headers, ip, routeOptions }) =>
      headers.authorization && routeOptions.config.scope !== 'public'
        ? createHash('sha256').update(headers.authorization).digest('base64')
        : ip,
    allowList: ({ url }) => !url.startsWith('/api/'),
  })
  const byAddress = app.createRateLimit({
    max: async () => (await perMinute()) * addressShare,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => ip,
  })
  app.addHook('onRequest', async (request, reply) => {
    const found = await byAddress(request)
    if (!found.isAllowed && found.isExceeded) {
      reply.header('retry-after', found.ttlInSeconds)
      throw Object.assign(new Error('too many requests'), { statusCode: 429 })
    }
  })
}
