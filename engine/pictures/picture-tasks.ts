import { defineTask } from '../isolation/task.ts'

/** A picture to be made of another: no larger than that, in that format; without a format only its size is asked. */
export type RenderedPicture = { inside?: { width: number; height: number }; format?: 'webp' | 'png' | 'jpeg'; quality?: number }
type Size = { width: number; height: number }

/** Pictures made of one, each turned upright and without what the camera noted, in the order they were asked for. */
export const drawPictures = defineTask<{ pictures: RenderedPicture[] }, { sizes: Size[] }>({
  name: 'draw_pictures',
  limits: { seconds: 20, memory_mb: 1_280, answer_mb: 60 },
  advice: { en: 'Save the picture with fewer pixels and bring it again.', de: 'Speichern Sie das Bild mit weniger Bildpunkten und bringen Sie es noch einmal.' },
  process: 'addons',
})
