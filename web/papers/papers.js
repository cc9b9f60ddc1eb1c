import { load } from 'inbounds'
import { startView } from '../site/start.js'

await startView(load, () => {})
