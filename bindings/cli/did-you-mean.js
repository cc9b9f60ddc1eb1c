// The words that options and columns are looked up by. What reads CSV needs them as well, so they are in its room.
export { didYouMean, listed } from '../csv/did-you-mean.js'
