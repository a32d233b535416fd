import { file, itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { z } from 'zod'

const brought = {
  consumes: ['multipart/form-data'],
  answers: { 201: itemOf(z.object({ profile_picture: z.string() })) },
} as const
const administers = { scope: 'branch', may: ['users', 'update'] } as const

/** The picture of a user: brought by the user, or by who administers them. */
export const pictureContract = defineRoutes({
  'POST /auth/me/picture': {
    operationId: 'uploadOwnPicture',
    summary: 'Bring the own picture',
    scope: 'user',
    ...brought,
  },
  'DELETE /auth/me/picture': {
    operationId: 'deleteOwnPicture',
    summary: 'Remove the own picture',
    scope: 'user',
    answers: { 204: nothing },
  },
  'POST /users/:id/picture': {
    operationId: 'uploadUserPicture',
    summary: 'Bring the picture of a user',
    ...administers,
    ...brought,
  },
  'DELETE /users/:id/picture': {
    operationId: 'deleteUserPicture',
    summary: 'Remove the picture of a user',
    ...administers,
    answers: { 204: nothing },
  },
})

/** Pictures as an `img` asks for them: without a token, by an address of 122 random bits. */
export const openPictureContract = defineRoutes({
  'GET /pictures/:id': {
    operationId: 'loadPicture',
    summary: 'Load a picture',
    scope: 'public',
    produces: ['image/webp', 'image/png', 'image/jpeg'],
    answers: { 200: file },
  },
})
