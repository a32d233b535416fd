import { defineMessages, type Message } from '../messages/messages.ts'

const texts = defineMessages({
  noPicture: { en: '{name} is not a picture.', de: '{name} ist kein Bild.' },
  noReader: {
    en: 'This browser cannot read files: the file reader API is not supported.',
    de: 'Dieser Browser kann keine Dateien lesen: Die File-Reader-API wird nicht unterstützt.',
  },
  tooLarge: { en: '{name} is larger than {max} MB.', de: '{name} ist größer als {max} MB.' },
})

/** Why a file cannot be taken as a picture. */
export class PictureProblem extends Error {
  readonly code: string
  readonly say: Message
  constructor(code: string, say: Message) {
    super(code)
    this.code = code
    this.say = say
  }
}

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp']

/** The picture as an address an image can show. What its name says does not count: it has to be drawn once. */
export async function readPicture(file: File, { megabytes }: { megabytes: number }): Promise<string> {
  const { name } = file
  if (typeof FileReader === 'undefined') throw new PictureProblem('FILE_READER_NOT_SUPPORTED', texts.noReader())
  if (file.size > megabytes * 1_000_000)
    throw new PictureProblem('INVALID_MAX_SIZE', texts.tooLarge({ name, max: megabytes }))
  if (!pictureTypes.includes(file.type)) throw new PictureProblem('NOT_A_PICTURE', texts.noPicture({ name }))
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new PictureProblem('NOT_A_PICTURE', texts.noPicture({ name })))
    reader.readAsDataURL(file)
  })
  const image = new Image()
  image.src = address
  await image.decode().catch(() => {
    throw new PictureProblem('NOT_A_PICTURE', texts.noPicture({ name }))
  })
  return address
}
