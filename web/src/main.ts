import { mount } from 'svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/cards.css';
import './styles/table.css';
import './styles/lobby.css';
import { applySettings } from './state/settings.svelte';

applySettings();
const target = document.getElementById('app')!;

if (__FIXTURE__) {
  const { startFixture } = await import('../fixture/start');
  startFixture(target);
} else {
  const { default: App } = await import('./App.svelte');
  mount(App, { target });
}
