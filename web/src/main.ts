import { mount } from 'svelte';
import App from './App.svelte';
import { applySettings } from './state/settings.svelte';
import './styles/all.css';

void applySettings().finally(() => mount(App, { target: document.getElementById('app')! }));
