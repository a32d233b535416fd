import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { implement, type Implementation } from '../isolation/serve.server.ts'
import { chooseFonts } from './fonts.server.ts'
import { drawPictures, type RenderedPicture } from './picture-tasks.ts'

const texts = defineMessages({ broken: { en: 'This picture cannot be read.', de: 'Dieses Bild lässt sich nicht lesen.' } })

/** Decoding more than this costs more memory than a picture may. */
const mostPixels = 50_000_000

/** Work on pictures, as an isolated task. */
export const pictureTasks: Implementation[] = [
  implement(drawPictures, async ({ pictures }, { open, keep }) => {
    const source = Buffer.concat((await (await open()).toArray()) as Buffer[])
    const sizes: { width: number; height: number }[] = []
    for (const wanted of pictures) {
      const { data, info } = await drawn(source, wanted).catch((error: unknown) => {
        throw new Invalid('PICTURE_BROKEN', texts.broken(), { cause: error })
      })
      sizes.push({ width: info.width, height: info.height })
      if (wanted.format) await keep(data)
    }
    return { sizes }
  }),
]

/** Decoded whole, so that a broken one is found out. */
async function drawn(source: Buffer, { inside, format, quality }: RenderedPicture) {
  chooseFonts()
  // Only this task needs it, and only its process may load it.
  const { default: sharp } = await import('sharp')
  const upright = sharp(source, { limitInputPixels: mostPixels }).autoOrient()
  if (inside) upright.resize({ ...inside, fit: 'inside', withoutEnlargement: true })
  if (format === 'webp') upright.webp(quality === undefined ? {} : { quality })
  if (format === 'png') upright.png(quality === undefined ? {} : { quality })
  if (format === 'jpeg') upright.jpeg({ ...(quality !== undefined && { quality }), mozjpeg: true })
  return upright.toBuffer({ resolveWithObject: true })
}
