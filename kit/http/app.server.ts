import { createHash } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerErrors } from './errors.server.ts'
import { languageOf } from './request.server.ts'

/** An empty HTTP application with the product's rules: schemas by zod, errors in two languages, strict headers, OpenAPI at /api/docs. */
export async function createApp({ version, logLevel = 'warn', perMinute = async () => 600 }: { version: string; logLevel?: string; perMinute?: () => Promise<number> }): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: logLevel, redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers["x-partner-key"]'] },
    bodyLimit: 4 * 1024 * 1024,
    trustProxy: process.env['WEFT_TRUST_PROXY'] === '1',
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('language', 'de')
  app.addHook('onRequest', async (request) => {
    request.language = languageOf(request)
  })
  answerErrors(app)
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: { defaultSrc: ["'self'"], scriptSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:', 'blob:'], fontSrc: ["'self'", 'data:'], connectSrc: ["'self'", 'ws:', 'wss:'], workerSrc: ["'self'", 'blob:'], objectSrc: ["'none'"], frameAncestors: ["'none'"], upgradeInsecureRequests: null },
    },
    strictTransportSecurity: process.env['WEFT_HSTS'] === '1',
  })
  await app.register(compress, { global: true, threshold: 1024 })
  await limitRequests(app, perMinute)
  await app.register(multipart)
  await app.register(swagger, {
    openapi: { info: { title: 'Weft', version }, components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } }, security: [{ bearer: [] }] },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  return app
}

/** Ten sessions may well share an address; a thousand are no office any more. Holds for whoever makes up tokens as well. */
const addressShare = 20

/** So many calls a minute for each session, and a multiple of it for each address. Routes may set a narrower limit of their own. */
async function limitRequests(app: FastifyInstance, perMinute: () => Promise<number>) {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    // Where nobody is signed in yet the address counts: a made-up token would be a new session each time.
    keyGenerator: ({ headers, ip, routeOptions }) => (headers.authorization && routeOptions.config.scope !== 'public' ? createHash('sha256').update(headers.authorization).digest('base64') : ip),
    allowList: ({ url }) => !url.startsWith('/api/'),
  })
  const byAddress = app.createRateLimit({ max: async () => (await perMinute()) * addressShare, timeWindow: '1 minute', keyGenerator: ({ ip }) => ip })
  app.addHook('onRequest', async (request, reply) => {
    const found = await byAddress(request)
    if (!found.isAllowed && found.isExceeded) {
      reply.header('retry-after', found.ttlInSeconds)
      throw Object.assign(new Error('too many requests'), { statusCode: 429 })
    }
  })
}
