import { finders } from './es-finders.ts';
import { type Language, phrases, units } from './language.ts';

export const es: Language = {
  code: 'es',
  name: 'Spanish',
  common:
    'los las del una con para su más por como está son este esta nuestro nuestra sus muy hay también sin desde'.split(
      ' ',
    ),
  negations: phrases('no, nunca, jamás, tampoco, ni, nada, imposible'),
  denying_lists: phrases('ningún, ninguna, ninguno, sin'),
  not_denying: phrases(
    'no solo, no sólo, sin compromiso, sin tarjeta, sin registro, sin cuenta, sin coste, sin permanencia, no más de, sin límite, no dude, no dudes, sin suplemento',
  ),
  refuses: /(?<!\p{L})no (?:\p{L}+ )?\p{L}+(?:amos|emos|imos)(?!\p{L})/u,
  conditions: phrases('si, cuando, mientras, salvo que'),
  no: phrases('no, todavía no, aún no, lamentablemente no, de momento no'),
  needs: phrases(
    'necesito, necesita, hace falta, tengo que, obligatorio, necesario, coste*, permanencia, mínimo, pagar',
  ),
  clause_starts: phrases('pero, sino, aunque, porque'),
  planned: phrases(
    'estamos preparando, estamos pensando, estamos trabajando en, próximamente, muy pronto, en desarrollo, previsto, prevista, en preparación',
  ),
  past: phrases('antiguamente, anteriormente, ya no'),
  settling: phrases(
    'reembols*, devol*, devuelv*, gratis, gratuit*, sin coste, cobr*, descuento*, señal, pagar, paga, pagas, precio*, coste*, cuesta, pierde, recargo*, fianza, anticipo',
  ),
  deals: phrases(
    'cancel*, anul*, reembols*, desist*, devoluci*, prueba, suscrip*, cuota*, anual*, mensual*, renov*, descuento*, niños, niño, estudiantes, jubilados, señal',
  ),
  vague: phrases(
    'en su caso, en algunos casos, en determinados casos, en ciertos casos, razonabl*, sustancial*, significativ*, salvo acuerdo, salvo pacto, salvo que se indique, normalmente, generalmente, por lo general, eventual*',
  ),
  advice: phrases(
    'debería, deberías, le recomendamos, te recomendamos, recuerde, recuerda, asegúrese, asegúrate, evite, evita, imagine, imagina, conviene, un consejo, nuestro consejo, pregunta a, pregúntate',
  ),
  duties: phrases(
    'debe usted, el cliente debe, el usuario se compromete, se compromete a, usted es responsable, el huésped debe, el usuario debe, está obligado',
  ),
  reserved: phrases(
    'se reserva el derecho, nos reservamos, a nuestra discreción, sin previo aviso, no se hace responsable, responsabilidad, datos personales, rgpd, cookies, propiedad intelectual, derecho de acceso, protección de datos, agencia española',
  ),
  others: phrases(
    'otros proveedores, algunos proveedores, la mayoría de, muchas agencias, la competencia, competidores, a diferencia de, otras empresas',
  ),
  leaning: phrases(
    'este, esta, estos, estas, ese, esa, esos, esas, esto, eso, ello, él, ella, entonces, después, luego, de lo contrario, si no, en ese caso, ambos, allí',
  ),
  pointing: phrases(
    'este, esta, estos, estas, esto, ese, esa, esos, esas, eso, ellos, ellas, él, ella, aquí, allí, dicho, dicha, dichos, dichas, tal, tales, lo mismo, también, además, sin embargo, por tanto',
  ),
  goes_on: phrases('y, pero, o, así que, pues, entonces, luego'),
  demonstratives: phrases('este, esta, estos, estas, ese, esa, esos, esas, dicho, dicha, dichos, dichas, tal, tales'),
  elsewhere: phrases('ver, vea, véase, véanse, consulte, consulta, lea, visite, visita'),
  parties: phrases(
    'organizado por, organizada por, colega*, compañero*, ofrecido por, a cargo de, nuestros vecinos, nuestros amigos, proveedor*, tercero*, fabricante*, transportista*, aseguradora*, seguro de, su banco, tu banco, el banco, alojamiento web, socio*, subcontratista*, plataforma*, mensajería, agencia de viaje*, competidor*, competencia, empresa de transporte*, pasarela de pago*',
  ),
  states:
    /(?<!\p{L})(?:es|son|está|están|era|será|serán|ha|han|hay|puede|pueden|puedes|debe|deben|debes|tiene|tienen|tienes|cuesta|cuestan|incluye|incluyen|dura|empieza|recibe|recibes|reciben|cobra|paga|pagas|abre|cierra|cabe|caben|vale|valen|queda|quedan|\p{L}+[aei]mos|se)(?!\p{L})/u,
  you: phrases('usted, ustedes, tú, tu, tus, su, sus, te'),
  own: phrases('nosotros, nuestro, nuestra, nuestros, nuestras, mi'),
  articles: phrases('blog, noticias, articulos, artículos, revista, consejos, prensa, guias, guías, actualidad'),
  jobs: phrases('empleo, empleos, trabaja con nosotros, vacantes, únete'),
  months: 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' '),
  numbers: 'dos tres cuatro cinco seis siete ocho diez doce quince treinta sesenta'.split(' '),
  units: units({
    day: 'día días',
    hour: 'hora horas',
    minute: 'minuto minutos',
    week: 'semana semanas',
    month: 'mes meses',
    year: 'año años',
    night: 'noche noches',
    person: 'persona personas adulto adultos niño niños huésped huéspedes plazas',
    file: 'página páginas fotos archivos',
    user: 'usuario usuarios miembros licencias',
    room: 'habitación habitaciones dormitorio dormitorios cama camas baños mesas',
    request: 'peticiones solicitudes llamadas',
    order: 'pedidos reservas facturas citas',
    record: 'productos artículos contactos',
    message: 'mensajes',
    project: 'proyectos sitios',
    length: 'metros kilómetros minutos',
    weight: 'kilos',
    time: 'veces',
    credit: 'puntos créditos',
  }),
  every: units({
    day: 'diario',
    week: 'semanal',
    month: 'mensual mensuales mensualmente',
    year: 'anual anuales anualmente',
  }),
  parts: {
    'for whom': finders.audience?.words ?? [],
    'when and where it is available': phrases(
      'horario*, abierto, lunes, martes, miércoles, jueves, viernes, sábado*, todo el año, envío*, entrega*, situad*, ubicad*, en españa, disponib*, entrada, llegada',
    ),
    'how to start': phrases(
      'elegir hora, elija hora, elegir fecha, inscripción, reservar, reserva, reserve, reserva ahora, comprar, añadir al carrito, carrito, pedir, solicitar, solicita, presupuesto, regístrate, registrarse, prueba gratis, empezar, pedir cita, disponibilidad, contactar, donar, consultar disponibilidad, inscríbete, inscribirse, apuntarse, apúntate, contratar, alquilar, hazte socio, pide cita, probar',
    ),
    'terms of buying': phrases('condiciones, anticipo, señal, fianza, cancel*, reembols*, devoluci*, pago'),
    'the price': phrases('gratis, gratuito, gratuita'),
  },
  finders,
};
