import { media } from '@weft/catalogue/resources/media/media.ts'
import { file, itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { z } from 'zod'

const { file_name, folder, description } = media.fields
const one = itemOf(media.row)

const change = {
  summary: 'Rename, move or describe a file',
  scope: 'provider',
  may: ['system', 'update'],
  body: changesOf({ file_name, folder, description }),
  answers: { 200: one },
} as const

/** The provider's media library: pictures, PDFs and texts for news and mails. */
export const mediaContract = defineRoutes({
  'POST /media': {
    operationId: 'uploadMedia',
    summary: 'Upload a file',
    scope: 'provider',
    may: ['system', 'create'],
    consumes: ['multipart/form-data'],
    query: z.object({ folder }),
    answers: { 201: one },
  },
  'PUT /media/:id': { operationId: 'changeMedia', ...change },
  'POST /media/:id': { operationId: 'changeMediaByPost', ...change },
  'GET /media/:id/uses': {
    operationId: 'listMediaUses',
    summary: 'Where a file is used',
    scope: 'provider',
    may: ['system', 'view'],
    answers: {
      200: itemOf(
        z.array(
          z.object({
            kind: oneOf(['news', 'setting', 'mail_template', 'newsletter']),
            id: z.string(),
            title: z.string(),
          }),
        ),
      ),
    },
  },
  'DELETE /media/:id': {
    operationId: 'deleteMedia',
    summary: 'Delete a file that is used nowhere',
    scope: 'provider',
    may: ['system', 'delete'],
    answers: { 204: nothing },
  },
})

/** A file as an `img` or a frame asks for it: without a token, by an address of 122 random bits. */
export const openMediaContract = defineRoutes({
  'GET /media_files/:id': {
    operationId: 'loadMediaFile',
    summary: 'Load a file of the media library',
    scope: 'public',
    produces: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf', 'text/plain'],
    answers: { 200: file },
  },
})
