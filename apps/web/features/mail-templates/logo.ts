import { readPicture } from '@weft/kit/ui/read-picture.ts'

/** Twice what mails show, for screens with fine pixels. */
const most = { width: 480, height: 80 }

/** A chosen picture as small as a mail needs it, as a data address. */
export async function logoFrom(file: File): Promise<string> {
  const image = new Image()
  image.src = await readPicture(file, { megabytes: 20 })
  await image.decode()
  const scale = Math.min(1, most.width / image.naturalWidth, most.height / image.naturalHeight)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
