import { chimneySweeps } from '../sites/chimney-sweeps.ts';
import { clockmaker } from '../sites/clockmaker.ts';
import { holidayHouse } from '../sites/holiday-house.ts';
import { hostOf } from '../sites/invented-firm.ts';

/** Hosts of a closed world: the websites of firms that exist in tests only. */
export const firms = [clockmaker, holidayHouse, chimneySweeps];
export const hosts = firms.map(hostOf);
