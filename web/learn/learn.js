import { load } from 'inbounds'
import { startView } from '../site/start.js'
import { openAgain } from './again.js'
import { openBias } from './bias.js'
import { openBounds } from './bounds.js'
import { openChoosing } from './choosing.js'
import { openEpsilon } from './epsilon.js'
import { openIdea } from './idea.js'
import { createTour } from './tour.js'
import { openTrust } from './trust.js'

await startView(load, (inbounds) => {
  createTour([
    { id: 'idea', open: () => openIdea(inbounds) },
    { id: 'epsilon', open: () => openEpsilon(inbounds) },
    { id: 'bounds', open: () => openBounds(inbounds) },
    { id: 'bias', open: () => openBias(inbounds) },
    { id: 'trust', open: () => openTrust(inbounds) },
    { id: 'choosing', open: () => openChoosing() },
    { id: 'again', open: () => openAgain(inbounds) }
  ])
})
