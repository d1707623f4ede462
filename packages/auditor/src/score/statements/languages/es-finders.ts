import { connectable, type Finders, personal, phrases } from './language.ts';

// Over 400 lines because a language has one table of words, a finder after the other.
/** What nominates a sentence for a fact, by finder and argument. */
export const finders: Finders = {
  limits: {
    words: phrases(
      'hasta, máximo, como máximo, mínimo, como mínimo, al menos, límite, limitado a, incluye, incluido, incluidos, incluida, por mes, al mes, por día, al día, por persona, por noche, a partir de, desde, plazas, personas, capacidad, solo, válido, huéspedes, antes de las, hasta las',
    ),
    strong: phrases(
      'hasta, máximo, mínimo, al menos, límite, limitado a, incluye, incluido, incluidos, incluida, capacidad, válido, antes de las, plazas',
    ),
    unquoted: phrases('factura*, mora, impago*, limpieza'),
  },
  over: {
    words: phrases(
      'adicional, adicionales, suplemento, recargo, se cobra, se cobrará, se cobrarán, extra, penalización, exceso, supera, superan, coste extra, con cargo',
    ),
    objects: phrases(
      'persona*, noche*, hora*, limpieza, cama*, precio, €, euros, kilómetro*, mascota*, equipaje, huésped*, consumo, límite, cuota',
    ),
    not: phrases('iva, impuestos'),
    unquoted: phrases('factura*, mora, impago*, limpieza'),
  },
  excluded: {
    words: phrases(
      'no incluye, no incluido, no incluidos, no está incluido, no están incluidos, no se admiten, no se permite, no se permiten, prohibido, no reembolsable, no se aceptan, no apto, excluido*, salvo, no trabajamos, no reparamos, no enviamos, no ofrecemos, no realizamos, ninguno es, no apto para',
    ),
    objects: phrases(
      'mascota*, precio, tarifa*, servicio*, producto*, cliente*, fumar, niños, desayuno, envío*, reserva*, fiestas, comida*, artículo*, plan*, iva, caldera*, aparato*, vehículo*, marca*, grupo*, habitación*',
    ),
    not: phrases('agotado, agotada, agotados, agotadas, iva, impuestos'),
  },
  refused: {
    words: phrases(
      'no se admiten, no admitimos, no se aceptan, no aceptamos, no enviamos, no trabajamos, prohibido fumar, no se permiten fiestas, no se permite fumar, solo enviamos, no trabajamos con, no realizamos, no ofrecemos',
    ),
    not: phrases(
      'cookies, datos, responsab*, spam, terceros, creemos, pensamos, garantizamos, sabemos, compartimos, vendemos sus, vendemos tus, solo, sino, almacenamos, recomendamos, aconsejamos',
    ),
  },
  rule: {
    words: phrases(
      'cambiar de, cambio de, cambiar la, cambios de, mejorar, modificar su, modificar tu, modificación, sustitu*, reemplaz*, canje*, aplazar, en su lugar, pasar a, cambiar tu, pasar del, cambiar, al revés, cambiarse, ceder, transferir, transferible, otra persona, otra fecha, otro día, recuperar, subir de, bajar de, pasarse',
    ),
    objects: phrases(
      'plan*, tarifa*, suscripci*, reserva*, pedido*, artículo*, producto*, fecha*, talla*, habitación*, estancia, entrada*, contrato*, bono*, plus, curso*, plaza, persona, clase*, día, mes, año, sesión, entrada',
    ),
    also: phrases(
      'se descuenta, descontamos, al vencer, al terminar, inmediat*, fin de mes, final del periodo, prorrate*, diferencia, abono, sin coste, gratis, gratuit*, sin cargo, recargo, coste, conserva*, desde el mes, mes siguiente, en cualquier momento, solo en',
    ),
    under: phrases('cambio*, cambios de, puedo cambiar, sustituci*, aplazamiento*, cambiar de'),
    not: phrases('descuento*'),
  },
  failing: {
    words: phrases(
      'no hay plaza*, no hay sitio, si no la hay, si no lo hay, no hay existencias, no hay grupo, no disponible, agotado, sin stock, completo, no está disponible, enfermo, enferma, no puede venir, no puedes venir, se cancela, no hay stock, falta, lleno',
    ),
    also: phrases(
      'en su lugar, alternativ*, sustitu*, reembols*, equivalente, otra fecha, otro modelo, esperar, lista de espera, mismo precio, vale, devolvemos, devoluci*, a elegir, se le parece, más parecid*, similar, mandamos, enviamos, nueva fecha',
    ),
  },
  elsewhere: {
    words: phrases(
      'le derivamos, les derivamos, le recomendamos a otro, mejor en, acuda a, vaya mejor, mejor acuda, es mejor opción, mejor opción, es preferible, más adecuado, coja mejor, elija mejor, mejor coja, mejor elija, escoja mejor, tome mejor, se le parece',
    ),
  },
  conditions: {
    words: phrases(
      'si, siempre que, en caso de, cuando, salvo, excepto, a menos que, según, a partir de, debe, deben, gratis para, gratuito, no reembolsable, bajo petición, una vez, antes de, después de, hasta, consultar',
    ),
    bounds: phrases(
      'dentro de, antes de, después de, al menos, como máximo, máximo, mínimo, menos de, más de, hasta, desde, entre, plazo, con # días',
    ),
    vague: phrases(
      'responsabilidad*, datos personales, cookies, navegador, jurisdicción, rgpd, propiedad intelectual, tribunales, protección de datos',
    ),
    strong: phrases('si, siempre que, en caso de, cuando, a menos que'),
    topic_price: phrases(
      'precio*, tarifa*, coste*, gratis, gratuit*, pago*, pagar, señal, fianza, depósito, factura*, descuento*, €, euros, suplemento*, iva',
    ),
    topic_cancelling: phrases(
      'cancel*, anul*, reembols*, devoluci*, desistimiento, baja, preaviso, contrato, permanencia',
    ),
    topic_limits: phrases('límite*, máximo, mínimo, capacidad, estancia mínima, noches'),
    topic_eligibility: phrases(
      'niños, mascotas, años, personas, estudiante*, socio*, cliente*, empresa*, huésped*, grupo*',
    ),
    topic_availability: phrases(
      'disponib*, envío*, entrega*, horario*, reserva*, entrada, salida, temporada*, estancia, plazo*, horas, stock, cita',
    ),
    topic_warranty: phrases('garantía*, reparación*, defectuoso*'),
  },
  vague_p2b: { words: phrases('según disponibilidad, sujeto a disponibilidad, bajo petición, aproximadamente') },
  vague_p2d: {
    words: phrases(
      'sujetos a cambio*, bajo consulta, consultar, puede variar, pueden variar, según temporada, sujeto a, a consultar, presupuesto sin',
    ),
  },
  targets: {
    without: phrases('satisf*, encuest*, cuestionario*'),
    words: phrases(
      'respuesta, respondemos, contestamos, tiempo de respuesta, disponibilidad, se responden, respondidas, contestan',
    ),
    with: phrases('# horas, # hora, # h, # %, # días, # minutos, # días laborables, # días hábiles'),
  },
  remedy: {
    words: phrases('reembols*, compensa*, devolvemos, abono, devuelve, descontamos'),
    with: phrases(
      'retraso, incumpl*, no disponib*, disponibilidad, más tarde de, tarde, fuera de plazo, no cumpl*, no está satisfecho, no queda satisfecho, no le gusta, error nuestro',
    ),
  },
  testimonials: {
    words: phrases('opiniones de clientes, testimonios, opiniones, lo que dicen, reseñas, nuestros huéspedes dicen'),
  },
  certificates: {
    words: phrases(
      'certificado por, certificados por, certificada, certificado de calidad, certificado nº, licencia turística, registro de turismo, nº de registro, número de registro, número de licencia, iso 9001, iso 27001, homologad*, acreditad*, colegiad*, sello de calidad, carné de, registrada, empresa instaladora, inscrit*',
    ),
  },
  lookup: {
    words: phrases(
      'compruébelo, compruébalo, compruebe, puede comprobarlo, verificable*, puede comprobar*, puede verificar*, consultable*, consúltelo, verifíquelo',
    ),
    with: phrases('registro, buscador, código, número, certificad*, colegio, consejo, directorio, acreditad*'),
  },
  press: { words: phrases('en los medios, en prensa, premio*, premiad*, galardon*') },
  claims: {
    words: phrases(
      '# opiniones, # reseñas, # estrellas, de # estrellas, años de experiencia, desde 19*, desde 20*, experiencia, empresa familiar, clientes satisfechos, calidad, garantizad*, confianza',
    ),
  },
  history: {
    words: phrases(
      'seguimiento del pedido, historial de pedidos, historial de compras, historial de reservas, historial de pagos, su historial, tu historial, tus pedidos, sus pedidos, número de seguimiento, confirmación de la reserva, confirmación de pedido, sus certificados, tus certificados, sus documentos, confirmación por correo, correo de confirmación, confirmación por, recibo*, factura por, albarán, albaranes, certificado de asistencia, parte de trabajo',
    ),
  },
  shown: {
    words: phrases(
      'pedidos, facturas, recibos, albaranes, certificados, certificado, reservas, visitas, pagos, documentos, informes, notas, asistencias, asistencia, historial, entregas, deberes, grabaciones, contratos, presupuestos, partes, análisis',
    ),
    with: phrases(
      'área de cliente*, zona de cliente*, área privada, área personal, zona privada, mi cuenta, su cuenta, tu cuenta, portal, campus virtual, aula virtual, moodle, panel, la app',
    ),
    without: phrases('newsletter, cookies, datos personales, cuenta bancaria, suba, sube, subir'),
  },
  shown_for: {
    words: phrases('guarda*, conserva*, sigue, siguen, disponible*, accesible*, queda*, últimos, últimas'),
    with: phrases('# año*, # mes*, # día*, un año, mientras sea'),
    also: phrases(
      'área de cliente*, zona de cliente*, área privada, área personal, zona privada, mi cuenta, su cuenta, tu cuenta, portal, campus virtual, aula virtual, moodle, panel, la app',
    ),
    without: phrases('newsletter, cookies, datos personales, cuenta bancaria'),
  },
  listed: {
    with: phrases('factura*, pedido*, reserva*, pago*, envío*, entrega*'),
    words: phrases('su cuenta, tu cuenta, área de cliente*, área privada'),
    without: phrases('cookies, datos personales, bancaria'),
  },
  recorded: {
    words: phrases('quién, registrad*, se registra*, registramos, anotad*, se anota*, anotamos'),
    with: phrases('cada, todos, todas, cuándo, cambió, modificó, pidió'),
    also: phrases('cambio*, pedido*, acción*, acceso*, fecha, visita*, reserva*, factura*, intervención*, reparación*'),
  },
  powers: {
    words: phrases(
      'quién puede, quiénes pueden, permisos, roles, derechos de acceso, solo lectura, acceso limitado, crea usuarios, crear usuarios, subcuentas, usuarios con, puede invitar, invitar a, solo puede, solo pueden, sólo puede',
    ),
    with: phrases(
      'cuenta, equipo, usuario*, colaborador*, compañero*, persona*, emplead*, administrador*, responsable*, compras, comprador*, contable*, gestor*, padre*, socio*',
    ),
    also: phrases(
      'ver, puede, pueden, solo, sólo, distintos, propios, pedir, reservar, modificar, aprobar, asign*, invit*, consultar, leer, gestionar, subir',
    ),
    without: phrases('datos personales, rgpd, desistimiento'),
  },
  logins: {
    words: phrases(
      'área de cliente*, su cuenta, tu cuenta, mi cuenta, inicie sesión, iniciar sesión, inicia sesión, acceda',
    ),
    with: phrases('cuenta, código, contraseña, correo, pedido*, factura*, reserva*, sesión, cliente*'),
    without: phrases('newsletter, bancaria'),
  },
  logs: {
    words: phrases('registro de auditoría, registro de actividad, registros de auditoría'),
    with: phrases('cuenta, equipo, usuario*, api, export*, acción*, cada'),
  },
  exports_p3c: { words: phrases('export*'), with: phrases('csv, json, pdf, excel, datos, facturas') },
  exports_p5b: { words: phrases('export*'), with: phrases('csv, json, pdf, excel, datos, facturas') },
  downloads: {
    words: phrases('descarg*'),
    with: phrases('en csv, en pdf, tus facturas, sus facturas, tus datos, factura*'),
  },
  hooks_p3c: { words: phrases('webhook*'), with: phrases('evento*, envi*, url, notific*') },
  hooks_p5a: { words: phrases('webhook*'), with: phrases('evento*, envi*, url, notific*') },
  dated: {
    words: phrases(
      'en vigor, vigente*, actualiza*, última actualización, última modificación, revisad*, versión, válid* desde, válid* a partir, precios de, precios desde, tarifas de, tarifas desde, precios #, tarifas #',
    ),
    years: phrases('precios, tarifas'),
  },
  held: {
    words: phrases(
      'mantienen el precio, mantienen su precio, se mantiene el precio, precio vigente, respetamos el precio, conservan el precio, conservan su precio',
    ),
    with: phrases('pedido*, reserva*, contrato*, suscripci*, confirmad*'),
  },
  earlier: { words: phrases('versión anterior, versiones anteriores, versión #, condiciones anteriores') },
  notice_p3d: {
    words: phrases('preaviso, avis*, informar*, informamos, con antelación, notific*, comunic*, anunci*'),
    also: phrases('cambio*, modific*, tarifa*, precio*, subida*'),
    with: phrases('# días, # meses, # mes, # semanas'),
  },
  booked: {
    without: phrases('bajo petición'),
    words: phrases(
      'confirmación inmediata, confirmado al instante, pago online, reserva online, reserve online, reserva en línea, confirmación por correo, confirmación por correo electrónico, paga ahora, con tarjeta, reservar y pagar, recibe una confirmación',
    ),
    with: phrases(
      'reserv*, pago, correo, estancia, habitación, cita, revisión, visita, mesa, plaza, correo electrónico, clase',
    ),
  },
  walk_in: {
    words: phrases('sin cita, sin cita previa, no hace falta cita'),
    without: phrases('cancel*, reembols*'),
  },
  unreserved: {
    words: phrases(
      'sin reserva, sin reservar, no hace falta reservar, no es necesario reservar, no se necesita reserva',
    ),
    without: phrases('no se puede, cancel*, reembols*'),
  },
  at_once: {
    words: phrases(
      'confirmación inmediata, confirmado al instante, se confirman al momento, se confirma al momento, confirmamos al momento, confirmamos al instante, se confirma al instante, se confirman al instante',
    ),
    with: phrases('reserv*, plaza*, curso*, mesa*, habitaci*, pedido*, cita*, clase*'),
  },
  free_start: {
    words: phrases(
      'sin tarjeta, sin tarjeta de crédito, sin registro, sin cuenta, sin registrarse, compra como invitado, no necesita cuenta, no necesitas cuenta, no hace falta cuenta, no hace falta registrarse, sin crear cuenta, no requiere registro, sin datos de pago, sin datos bancarios',
    ),
    without: phrases('descarg*'),
  },
  own_key: {
    words: phrases('crear una clave, generar una clave, obtén tu clave, crea tu clave'),
    with: phrases('api, cuenta, panel, minutos'),
  },
  key_words: { words: phrases('clave api, claves api, token*, iniciar sesión, registrarse, regístrate') },
  fit: {
    words: phrases(
      'ideal para, perfecto para, perfecta para, adecuado para, adecuada para, pensado para, pensada para, diseñado para, diseñada para, recomendado para, indicado para, apto para',
    ),
    objects: phrases(
      'boda*, cumpleaños, comida*, cena*, reunion*, evento*, senderistas, ciclistas, familias, familia, parejas, grupos, niños, profesional*, empresa*, equipos, principiantes, autónomos, amigos, viajeros, vacaciones, pymes, todos, proyectos, negocios, escapadas, quienes',
    ),
    opening: phrases('para quien, para quienes, para los que, para personas que, para el que'),
    labels: phrases('para quién, dirigido a, público, destinatarios, requisitos previos, ideal para, apto para'),
    unquoted: phrases('idealmente situad*, idealmente ubicad*, perfectamente situad*'),
  },
  fit_for: { words: phrases('ideal para, perfecto para, adecuado para, recomendado para') },
  columns: {
    words: phrases('ideal para, para quién, recomendado para, adecuado para'),
    whole: phrases('para, uso, público'),
  },
  weighed: { words: phrases('si usted, si quiere, si busca, mejor, elige, elija, recomendamos') },
  benefits: { words: phrases('puede, puedes, podrá, podrás, le ofrecemos, te ofrecemos, su, tu, sus, tus, sin') },
  passed: {
    words: phrases(
      'le derivamos, les derivamos, le recomendamos a otro, mejor en, acuda a, vaya mejor, mejor acuda, es mejor opción',
    ),
  },
  negative: {
    words: phrases(
      'no es adecuado, no apto, no recomendado, no es para, no se admiten, no se recomienda, no es lo, no está pensado, no está indicado, no aceptamos, no admitimos, no atendemos, no somos, demasiado grande para, demasiado pequeño para, solo adultos, no es un, no es apto, no es el sitio',
    ),
  },
  mention: {
    words: phrases(
      'integración*, integraciones, compatible con, plugin*, extensión*, sincroniza*, api, widget*, conecta con',
    ),
  },
  imports: {
    words: phrases('csv, excel, xlsx, ods, hoja de cálculo, google sheets'),
    with: phrases('importar, importe sus, importa tus, importación, importaciones, importado, importados, importadas'),
  },
  connected: {
    words: [...connectable, ...phrases('archivo para el calendario, archivo de calendario')],
    with: phrases(
      'conect*, integra*, sincroniz*, import*, export*, enví*, compatible*, vincul*, archivo para el calendario, archivo de calendario',
    ),
  },
  personal: { words: personal, with: phrases('sincroniz*, import*, export*') },
  account: {
    words: phrases(
      'área de cliente, área de clientes, mi cuenta, tu cuenta, su cuenta, panel de control, su cuenta de, cuenta de propietario, área privada, área personal, zona de clientes',
    ),
    with: phrases(
      'pedido*, factura*, consultar, gestionar, historial, acceder, datos, certificado*, documento*, guarda*',
    ),
  },
  kept_p5b: {
    words: phrases('conserva*, almacena*, guarda*, guardamos, guardan, conservamos, últimos # años, últimos # meses'),
    with: phrases('# días, # meses, # años'),
    also: phrases(
      'datos, historial, cuenta, mensajes, registros, certificados, informes, documentos, facturas, pedidos, reservas, ficha*',
    ),
  },
  kept_p3c: {
    words: phrases('conserva*, almacena*'),
    with: phrases('# días, # meses, # años'),
    also: phrases('registro*, historial, evento*'),
  },
  cancel: {
    quoted_with: phrases('cuenta, online, en línea, el enlace, panel, ajustes, área de cliente, un clic, botón'),
    words: phrases(
      'dejarlo, dar de baja, cancel*, darse de baja, date de baja, sin permanencia, baja, pausar, saltarse, saltar, suspender',
    ),
    with: phrases(
      'en cualquier momento, cuando quieras, cuando quiera, desde tu cuenta, desde su cuenta, online, sin penalización, en su cuenta, en tu cuenta, mi cuenta, el enlace',
    ),
  },
  moved: {
    words: phrases('cambiar, cambia, cambie, modificar, modifica, mover, anular, cancelar, devolver'),
    with: phrases(
      'enlace, en línea, online, su cuenta, tu cuenta, botón, usted mismo, tú mismo, app, área de cliente*',
    ),
    also: phrases('fecha*, reserva*, cita*, pedido*, clase*, curso*, entrega*, visita*'),
  },
  contact: {
    words: phrases('cancel*, anul*, renov*, baja'),
    with: phrases(
      'por correo, por email, por teléfono, contact*, preaviso, # días, # horas, # meses, llegada, gratuita, gratis',
    ),
  },
  renewal: {
    words: phrases('renov*, renueva*, suscripci*, permanencia'),
    with: phrases('mes, mensual*, anual*, automátic*, año, cancel*, vencimiento'),
  },
  managed: {
    words: phrases(
      'gestionar su suscripción, gestiona tu suscripción, cambiar de plan, cambia de plan, modificar su suscripción',
    ),
    without: phrases('contact*, escr*'),
  },
  notice_p5c: {
    words: phrases(
      'precio*, tarifa*, renov*, renuev*, renuév*, cada envío, cada entrega, cada cobro, cada cargo, próximo envío',
    ),
    also: phrases(
      'preaviso, avis*, informa*, antelación, notific*, escribimos, avisamos, avisa, antes del, antes, correo',
    ),
    with: phrases('# días, # meses, # mes, # semanas'),
  },
  claim: {
    words: phrases('descuento*, fidelidad, clientes habituales, puntos, bonificaci*'),
    without: phrases('guía, medalla*, estudiant*, jubilad*, niñ*'),
  },
  saving: {
    without: phrases('envío*, niñ*'),
    words: phrases(
      'pagas, paga, regalo, de regalo, ahorr*, descuento, gratis, rebaja, más barato, descuentos, más económico, menos # %, # % menos, # por # €',
    ),
    with: phrases('pagas #, paga #, décim*, # %, # €, # euros, # meses'),
    also: phrases(
      'siete noches, # noches, décim*, fiel*, año, anual*, mes, noches, semana, estancia, suscripci*, fidelidad, cantidad, años, meses, semanas, # por # €',
    ),
  },
  stepped: {
    words: phrases('# %'),
    with: phrases('descuento*, rebaja*, bonificaci*, fidelidad'),
    without: phrases('estudiant*, jubilad*, niñ*, anul*, cancel*'),
  },
  packs: {
    words: phrases('bono de #, abono de #, pack de #, paquete de #, bono #'),
    with: phrases('€, euro, euros, chf, r $, $, £'),
  },
  loyal: {
    words: phrases(
      'antiguos alumnos, antiguos clientes, exalumnos, al renovar, si renueva, décim*, tercera, quinta, clientes habituales, después de un año, al cabo de un año, tras un año, tras # visitas, tras # cursos, próxima visita, próxima reserva, trae a un amigo, traiga a un amigo, socios, miembros, tras # pedidos, tras # envíos, tercer, quinto, a partir del segundo, a partir de la segunda',
    ),
    with: phrases('gratis, regalo, mitad de precio, la mitad, descuento, vale de, menos, # %, # €'),
    without: phrases('niñ*, estudiant*, jubilad*'),
  },
  tiers: {
    words: phrases(
      'descuento por volumen, precio por volumen, tarifa decreciente, tarjeta de fidelidad, programa de fidelidad, programa de puntos',
    ),
  },
  analytics: {
    words: phrases('estadísticas, análisis, informes, métricas'),
    with: phrases('tu, tus, su, sus, panel, mensual*'),
  },
  reports: { words: phrases('informe*, resumen'), with: phrases('mensual*, semanal*, cada mes, cada semana') },
  book: {
    words: phrases('reservar, reserve, reserva, reservas, pedir cita, cita previa, reservar online'),
    not: phrases('demo, contacto, presupuesto'),
  },
  signup: {
    words: phrases(
      'registrarse, regístrate, crear cuenta, crear una cuenta, prueba gratis, empezar gratis, hazte socio, darse de alta',
    ),
    not: phrases('boletín, newsletter, contacto, demo'),
  },
  start: {
    whole: phrases('crear cuenta, crear una cuenta, crear cuenta gratis, prueba gratis, empezar gratis'),
  },
  basket: {
    words: phrases(
      'añadir al carrito, agregar al carrito, añadir a la cesta, mi carrito, ver carrito, ver el carrito, abrir carrito, abrir el carrito, ver cesta, abrir cesta, comprar ahora',
    ),
    whole: phrases('carrito, cesta'),
  },
  buying: {
    words: phrases(
      'añadir al carrito, carrito, comprar, tramitar pedido, comprar entradas, reservar mesa, hacer pedido',
    ),
  },
  demo: {
    words: phrases(
      'pedir presupuesto, solicitar presupuesto, presupuesto sin compromiso, solicitar información, te llamamos',
    ),
  },
  calendar: { words: phrases('ver disponibilidad, consultar disponibilidad, calendario de disponibilidad') },
  reviewed: { words: phrases('opiniones de clientes, leer opiniones, ver opiniones, reseñas') },
  register: {
    words: phrases(
      'ver el registro, registro mercantil, número de registro, inscripción en el registro, ver la ficha, ver certificado, ver el certificado, certificado',
    ),
  },
  advised: {
    words: phrases('recomendamos, aconsejamos, sugerimos'),
    objects: phrases('para, con, a partir, por encima, si'),
    not: phrases('cookies, navegador, contraseña, llegar, reservar, llevar, traer, no lo recomendamos'),
  },
  situation: {
    words: phrases(
      'si lo que, si usted, si tu, si su, si tiene*, si tienes, si busca*, si quiere*, si necesita*, si viene*, si es, quien, quienes, para quien',
    ),
    objects: phrases(
      'elija, elige, elegir, escoja, escoge, basta, conviene, recomendamos, mejor, le sirve, te sirve, la opción, el más adecuado, tome, coja, empiece, empieza',
    ),
    under: phrases(
      'cuál elegir, qué plan, para quién, cómo elegir, qué tarifa, es para mí, qué habitación, qué curso, cuál me conviene',
    ),
    not: phrases('cancel*, anul*, contraseña, cookies, pregunta*, contacte'),
    under_short: phrases('qué, cuál, cuáles'),
  },
  audience: {
    words: phrases(
      'ayudamos a, acompañamos a, para familias, para parejas, para grupos, para empresas, para profesionales, para autónomos, para niños, para todos, para amigos, para pymes, para viajeros, en familia, para equipos, para quienes, para quien, para principiantes, para estudiantes, para padres, para asociaciones, para colegios, para restaurantes, para agencias, dirigido a, dirigida a, para familias y, para adultos',
    ),
    under: phrases('para quién, a quién, nuestros clientes'),
  },
  beyond: {
    words: phrases(
      'menos de, entre, más de, menos de, después de, pasado, pasados, a partir de, retraso, pérdida, perdido, supera*, excede*, superior a, inferior a, luego, tarde',
    ),
    objects: phrases(
      'nos quedamos, del precio, del importe, de la tarifa, se cobra, se cobrará, cobramos, pagará, pagas, paga, se pierde, perderá, suspend*, rechaz*, penalización, recargo, no se devuelve, no reembols*, sin devolución, no hay devolución, se cancela, se anula, total de la reserva, precio completo, corre a su cargo, no será posible',
    ),
    not: phrases('iva, impuestos, responsab*, descuento*, ahorr*, cookies, datos, años de experiencia'),
  },
  substitute: {
    words: phrases(
      'en vez de, en lugar del, sustituye a, sustituye al, reemplaza, equivalente*, del mismo valor, otra persona, en su lugar, transferible*, pasan al mes, válido para cualquier, se recupera*, a elegir, en lugar de, sustituir por',
    ),
    not: phrases('descuento*, ley, cláusula*, responsab*'),
  },
};
