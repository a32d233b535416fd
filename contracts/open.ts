import { requestSettings } from '@weft/catalogue/resources/setting/requests.ts'
import { securitySettings } from '@weft/catalogue/resources/setting/security.ts'
import { uploadSettings } from '@weft/catalogue/resources/setting/uploads.ts'
import { itemOf, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { shapesOf } from '@weft/kit/contracts/shape.ts'
import { z } from 'zod'

const { request_timeout, directory_tree } = shapesOf(requestSettings.schema.shape)
const { files, megabytes } = shapesOf(uploadSettings.schema.shape)
const { password_length, password_letters, password_digits } = shapesOf(securitySettings.schema.shape)

/** What anybody may ask. */
export const openContract = defineRoutes({
  'GET /': {
    operationId: 'readInstallation',
    summary: 'Name and version',
    scope: 'public',
    answers: {
      200: itemOf(
        z.object({
          name: z.string(),
          version: z.string(),
          app_version: z.number(),
          core: oneOf(['old', 'new']),
          admin_workspace: z.string(),
          demo: z.array(
            z.object({ email: z.string(), password: z.string(), about: oneOf(['admin', 'partner', 'tenant']) }),
          ),
          languages: z.object({ offered: z.array(z.string()), default: z.string() }),
          limits: z.object({ request_timeout, files, megabytes, directory_tree }),
          sign_in: z.object({ mail: z.boolean(), password_length, password_letters, password_digits }),
        }),
      ),
    },
  },
})
